"""Mistakes for the pictures' sources: module -> what is wrong -> (the right text, the wrong text, who must notice).

Who notices is a test of that module, a test of every picture, or one of the looks.
"""

MISTAKES = {
    "if_unit": {
        "border turned by a right angle": (
            "axes.plot(*np.array([far * along, -far * along]).T", "axes.plot(*np.array([far * direction, -far * direction]).T",
            "test_the_border_is_where_the_match_is_zero"),
        "border mirrored": (
            "np.array([-direction[1], direction[0]])", "np.array([direction[1], direction[0]])",
            "test_the_border_is_where_the_match_is_zero"),
        "half of the border": (
            "axes.plot(*np.array([far * along, -far * along]).T", "axes.plot(*np.array([far * along, 0 * along]).T",
            "test_the_border_is_where_the_match_is_zero"),
        "border beside the origin": (
            "axes.plot(*np.array([far * along, -far * along]).T", "axes.plot(*(np.array([far * along, -far * along]) + 0.1 * direction).T",
            "test_each_side_of_the_border_is_one_step_away"),
        "the silent side shaded": (
            "far * (direction - along), far * (direction + along)", "far * (-direction - along), far * (-direction + along)",
            "test_the_shaded_side_is_where_the_maths_fires"),
        "half of the side shaded": (
            "[far * along, -far * along, far * (direction - along)", "[far * along, 0 * along, far * (direction - along)",
            "test_the_shaded_side_is_where_the_maths_fires"),
        "silent evidence in the colour of firing": (
            'colour = LIGHT["evidence"] if strength > 0 else LIGHT["silent"]', 'colour = LIGHT["evidence"]',
            "test_evidence_is_coloured_and_filled_where_it_fires_and_hollow_grey_where_it_is_silent"),
        "colours of firing and silence swapped": (
            'LIGHT["evidence"] if strength > 0 else LIGHT["silent"]', 'LIGHT["silent"] if strength > 0 else LIGHT["evidence"]',
            "test_evidence_is_coloured_and_filled_where_it_fires_and_hollow_grey_where_it_is_silent"),
        "silent evidence filled": (
            'markerfacecolor=colour if strength > 0 else LIGHT["surface"]', "markerfacecolor=colour",
            "test_evidence_is_coloured_and_filled_where_it_fires_and_hollow_grey_where_it_is_silent"),
        "evidence at swapped coordinates": (
            "axes.plot(*point,", "axes.plot(*point[::-1],",
            "test_the_half_plane_shows_where_the_unit_fires"),
        "the pattern points the other way": (
            "arrow(axes, pattern, LIGHT", "arrow(axes, -pattern, LIGHT",
            "test_the_pattern_is_an_arrow_from_the_origin"),
        "an arrow with its head at the origin": (
            '"arrowstyle": "-|>"', '"arrowstyle": "<|-"',
            "test_the_pattern_is_an_arrow_from_the_origin"),
        "labels of the plane swapped": (
            'xlabel="first coordinate", ylabel="second coordinate"', 'xlabel="second coordinate", ylabel="first coordinate"',
            "test_its_axes_say_what_they_measure"),
        "an unlabelled axis": (', ylabel="second coordinate"', "", "axes_without_a_name"),
        "a stretched plane": ('aspect="equal", ', "", "test_the_plane_is_square_around_the_origin"),
        "a plane that cuts the pattern off": (
            "axes.set(xlim=(-reach, reach)", "axes.set(xlim=(-reach / 2, reach / 2)",
            "test_nothing_is_cut_off_by_the_axes"),
        "no grid on the plane": ("    axes.grid(True)\n    axes.axhline", "    axes.axhline", "test_it_has_its_grid_and_no_other"),
        "no grid behind the bent line": ("    axes.grid(True)\n    told = ", "    told = ", "test_it_has_its_grid_and_no_other"),
        "a line that never bends": ("np.maximum(line, 0)", "line", "test_the_bent_line_is_flat_then_rises"),
        "a stem that starts in the air": (
            "[0, height], color=", "[height / 2, height], color=",
            "test_each_match_is_marked_where_the_maths_says"),
        "marks on the line without a bend": ("height = max(match, 0)", "height = match", "test_each_match_is_marked_where_the_maths_says"),
        "marks in the colour of patterns": (
            'axes.plot(match, height, "o", color=LIGHT["evidence"]', 'axes.plot(match, height, "o", color=LIGHT["pattern"]',
            "test_each_match_is_marked_where_the_maths_says"),
        "bent and straight in each other's colour": (
            'axes.plot(line, line, color=LIGHT["silent"]', 'axes.plot(line, line, color=LIGHT["pattern"]',
            "test_the_bent_line_is_a_pattern_beside_a_dotted_grey_line"),
        "matches written in one place": (
            'replace("-", "−"), (match, height)', 'replace("-", "−"), (0, height)',
            "test_each_match_is_marked_where_the_maths_says"),
        "one label on another": ('replace("-", "−"), (match, height)', 'replace("-", "−"), (0, 0)', "text_on_text"),
        "words that give another number": (
            'f"{m:+.1f} becomes {max(m, 0):.1f}"', 'f"{m:+.1f} becomes {m:.1f}"',
            "test_the_words_are_those_of_the_chapter"),
    },
    "gathering": {
        "a table on its side": (
            "weight = weights[reader, read]", "weight = weights[read, reader]",
            "test_the_table_shades_each_cell_by_its_weight_and_leaves_the_future_blank"),
        "cells of the transposed table": (
            "Rectangle((read - 0.5, reader - 0.5)", "Rectangle((reader - 0.5, read - 0.5)",
            "test_each_weight_is_written_in_its_own_cell"),
        "numbers of the transposed table": (
            'f"{weight:.2f}", (read, reader), ha', 'f"{weight:.2f}", (reader, read), ha',
            "test_each_weight_is_written_in_its_own_cell"),
        "a table from the bottom up": ("ylim=(T - 0.5, -0.5)", "ylim=(-0.5, T - 0.5)", "test_the_first_reader_stands_on_top"),
        "labels of the table swapped": (
            'xlabel="position that is read", ylabel="position that reads")',
            'ylabel="position that is read", xlabel="position that reads")',
            "test_its_axes_say_what_they_measure"),
        "no grid in the table": ('    axes.grid(True, which="minor")\n', "", "test_it_has_its_grid_and_no_other"),
        "a grid through the cells": (
            "axes.set_xticks(np.arange(T + 1) - 0.5, minor=True)", "axes.set_xticks(np.arange(T + 1) - 0.25, minor=True)",
            "test_the_table_is_ruled_between_its_cells"),
        "bars one position too far": ("axes.bar(places, weights", "axes.bar(places + 1, weights", "test_the_bars_stand_on_their_positions"),
        "mask and no mask change sides": (
            "_labelled_bars(axes, places - shift,", "_labelled_bars(axes, places + shift,",
            "test_the_bars_of_both_readers_stand_beside_each_other"),
        "the same bars twice": (
            "_labelled_bars(axes, places + shift, free,", "_labelled_bars(axes, places + shift, weights,",
            "test_without_the_mask_stands_beside_it_hollow"),
        "hollow bars filled": (
            'facecolor="none", edgecolor=LIGHT["silent"]', 'facecolor=LIGHT["silent"], edgecolor=LIGHT["silent"]',
            "test_without_the_mask_stands_beside_it_hollow"),
        "the legend's colours swapped": (
            'textcoords="offset points",\n                      color=LIGHT["evidence"])\n        axes.annotate("dashed',
            'textcoords="offset points",\n                      color=LIGHT["silent"])\n        axes.annotate("dashed',
            "test_the_bars_of_both_readers_stand_beside_each_other"),
        "the highest bar cut off": (
            "ylim=(0, 1.45 * max(axes.dataLim.y1, 0.1))", "ylim=(0, 0.9 * max(axes.dataLim.y1, 0.1))",
            "test_nothing_is_cut_off_by_the_axes"),
        "no room for the legend": (
            "1.45 * max(axes.dataLim.y1", "1.02 * max(axes.dataLim.y1",
            "test_the_legend_has_room_above_the_highest_bar"),
        "a pivot at the plain mean": (
            "average = float(weights @ values)", "average = float(values.mean())",
            "test_the_beam_balances_at_the_weighted_average"),
        "stones as wide as their weight": (
            "30 * np.sqrt(weight) + 2", "30 * weight + 2",
            "test_the_area_of_a_weight_on_the_beam_is_its_share"),
        "the pivot above the beam": (
            'axes.plot(average, -0.15, "^"', 'axes.plot(average, 0.15, "^"',
            "test_the_area_of_a_weight_on_the_beam_is_its_share"),
        "stones numbered from left to right": (
            'f"{place}: {weight:.2f}"', 'f"{list(order).index(place)}: {weight:.2f}"',
            "test_the_area_of_a_weight_on_the_beam_is_its_share"),
        "neighbours' labels on each other": ("if value - previous < 0.13 * reach else 0", "if value - previous < 0 else 0", "text_on_text"),
        "a label in its stone": (
            "(0, 18 + 12 * height)", "(0, 18 - 12 * height)",
            "test_the_weights_on_the_beam_are_written_above_their_stones"),
        "a beam that ends too early": (
            "axes.plot([values.min(), values.max()], [0, 0]", "axes.plot([values.min(), average], [0, 0]",
            "test_the_area_of_a_weight_on_the_beam_is_its_share"),
    },
    "bank_of_ifs": {
        "W1 on its side": (
            "_cell(axes, 1.35 + unit, top - row,", "_cell(axes, 1.35 + row, top - unit,",
            "test_the_bank_writes_each_number_where_its_matrix_has_it"),
        "W2's columns in the other order": (
            "_cell(axes, left + column, top - unit,", "_cell(axes, left + C - 1 - column, top - unit,",
            "test_the_bank_writes_each_number_where_its_matrix_has_it"),
        "strengths beside the wrong row": (
            "_write(axes, left - 0.62, top - unit,", "_write(axes, left - 0.62, top - F + 1 + unit,",
            "test_the_match_and_the_strength_stand_below_their_column_and_beside_their_row"),
        "the sums in the other order": (
            "_write(axes, left + column, under,", "_write(axes, left + C - 1 - column, under,",
            "test_the_match_and_the_strength_stand_below_their_column_and_beside_their_row"),
        "a heading over another column": (
            "1.35 + (F - 1) / 2, top + 0.85", "1.35 + (F + 1) / 2, top + 0.85",
            "test_the_bank_writes_each_number_where_its_matrix_has_it"),
        "a sum under half a stroke": (
            "[left - 0.5, left + C - 0.5], [under", "[left - 0.5, left + C - 1.5], [under",
            "test_the_sum_is_drawn_under_a_stroke"),
        "silent patterns in the colour of firing": (
            '"pattern" if awake[unit] else "silent", filled=awake[unit])\n    _write', '"pattern", filled=awake[unit])\n    _write',
            "test_what_fires_is_filled_and_what_is_silent_is_dotted"),
        "silent contributions in the colour of firing": (
            'idea = "contribution" if awake[unit] else "silent"', 'idea = "contribution"',
            "test_what_fires_is_filled_and_what_is_silent_is_dotted"),
        "a match of zero that fires": (
            "awake = strength > 0", "awake = strength >= 0",
            "test_what_fires_is_filled_and_what_is_silent_is_dotted"),
        "silent cells unbroken": (
            'linestyle="-" if filled else ":"', 'linestyle="-"',
            "test_what_fires_is_filled_and_what_is_silent_is_dotted"),
        "a sum without the bend": ("total = strength @ W2", "total = match @ W2", "test_the_bank_is_told_in_words"),
        "a bias forgotten": (
            "match = evidence @ W1 + (0 if b1 is None else np.asarray(b1, float))", "match = evidence @ W1",
            "test_the_bank_counts_its_biases_in"),
        "the last row of the bank cut off": (
            "min(under, top - C - 0.95) - 0.5", "min(under, top - C - 0.95) + 1.5",
            "test_nothing_is_cut_off_by_the_axes"),
        "bars of awake one unit too far": (
            "Path([(unit - 0.4, position), (unit - 0.4, position - height), (unit + 0.4, position - height), (unit + 0.4, position)])",
            "Path([(unit + 0.6, position), (unit + 0.6, position - height), (unit + 1.4, position - height), (unit + 1.4, position)])",
            "test_each_bar_of_awake_stands_on_its_unit_as_high_as_it_fires"),
        "bars of one height": (
            "enumerate(scale * row) if height > 0", "enumerate(0.5 * (row > 0)) if height > 0",
            "test_each_bar_of_awake_stands_on_its_unit_as_high_as_it_fires"),
        "bars that hang down": (
            "(unit - 0.4, position - height), (unit + 0.4, position - height)",
            "(unit - 0.4, position + height), (unit + 0.4, position + height)",
            "test_each_bar_of_awake_stands_on_its_unit_as_high_as_it_fires"),
        "bars that reach the line above": (
            "scale = 0.85 /", "scale = 1.05 /",
            "test_each_bar_of_awake_stands_on_its_unit_as_high_as_it_fires"),
        "counts from the bottom up": (
            "right.set(ylim=axes.get_ylim()", "right.set(ylim=axes.get_ylim()[::-1]",
            "test_awake_numbers_its_positions_from_the_top"),
        "counts of silent units": (
            "counts = (strengths > 0).sum(axis=1)", "counts = (strengths == 0).sum(axis=1)",
            "test_awake_draws_one_bar_for_each_unit_that_fires"),
        "the last unit cut off": (
            "axes.set(xlim=(-0.5, F - 0.5), ylim=(T", "axes.set(xlim=(-0.5, F - 1.5), ylim=(T",
            "test_nothing_is_cut_off_by_the_axes"),
        "attention and bank in each other's colour": (
            'strips = [("evidence", [', 'strips = [("pattern", [',
            "test_the_matrices_lie_in_three_strips_in_the_colours_of_their_ideas"),
        "squares on each other": ("            left += width\n", "", "test_the_matrices_lie_in_three_strips_in_the_colours_of_their_ideas"),
        "strips that touch": ("gap = 0.42 * C", "gap = -0.42 * C", "test_the_matrices_lie_in_three_strips_in_the_colours_of_their_ideas"),
        "not to scale": (
            'axes.set(aspect="equal", xlim=(-0.02', "axes.set(xlim=(-0.02",
            "test_the_matrices_lie_in_three_strips_in_the_colours_of_their_ideas"),
        "the lowest strip cut off": ("ylim=(-2 * (C + gap) - 0.05 * C", "ylim=(-1.8 * (C + gap)", "test_nothing_is_cut_off_by_the_axes"),
    },
    "collapse": {
        "an unshaded gap": (
            '        axes.fill_between(t, straight[setting], y, color=LIGHT["pattern"], alpha=0.2, linewidth=0)\n',
            '        axes.fill_between(t, y, y, color=LIGHT["pattern"], alpha=0.2, linewidth=0)\n',
            "test_the_gap_is_shaded_between_the_bank_and_its_straight_line_in_every_panel"),
        "a gap down to zero": (
            "axes.fill_between(t, straight[setting], y,", "axes.fill_between(t, 0, y,",
            "test_the_gap_is_shaded_between_the_bank_and_its_straight_line_in_every_panel"),
        "the first panel's gap in all": (
            "axes.fill_between(t, straight[setting], y,", "axes.fill_between(t, straight[next(iter(outputs))], y,",
            "test_the_gap_is_shaded_between_the_bank_and_its_straight_line_in_every_panel"),
        "a gap in the colour of evidence": (
            'y, color=LIGHT["pattern"], alpha=0.2', 'y, color=LIGHT["evidence"], alpha=0.2',
            "test_the_gap_is_shaded_between_the_bank_and_its_straight_line_in_every_panel"),
        "a line cut at its end": (
            "xlim=(t[0], t[-1]), xticks=[-1, 0, 1]", "xlim=(t[0], t[-1] - 0.2), xticks=[-1, 0, 1]",
            "test_nothing_is_cut_off_by_the_axes"),
        "the matrix named bank": (
            'axes.plot(t, y, color=LIGHT["ink"])\n        axes.set(title=f"dial',
            'axes.plot(t, y, color=LIGHT["silent"])\n        axes.set(title=f"dial',
            "test_the_dial_shows_the_whole_line_and_names_both_lines"),
        "no grid behind the dial": (
            "xticks=[-1, 0, 1])\n        axes.grid(True)", "xticks=[-1, 0, 1])",
            "test_it_has_its_grid_and_no_other"),
        "directions counted from zero": (
            "np.arange(1, len(share) + 1)[shown]", "np.arange(len(share))[shown]",
            "test_singular_values_are_numbered_from_one"),
        "the first direction cut off": (
            "xlim=(0.5, len(share) + 0.5)", "xlim=(1.5, len(share) + 0.5)",
            "test_nothing_is_cut_off_by_the_axes"),
        "a label beside another line": (
            "(place + 1, share[place]), xytext=(6, 3)", "(place + 1, 1), xytext=(6, 3)",
            "test_singular_values_are_numbered_from_one"),
        "a line at ten percent": ("axes.axhline(0.01,", "axes.axhline(0.1,", "test_one_percent_is_a_line_of_its_own"),
        "shares on a plain scale": ('yscale="log", xlabel="direction', 'xlabel="direction', "test_its_axes_have_their_scale"),
        "ticks that say other numbers": ('"1", "0.01", "0.0001"', '"1", "0.1", "0.0001"', "test_the_ticks_of_the_shares_say_their_numbers"),
        "dots at the ends": (
            'axes.plot(t[1:-1], y[1:-1], "o"', 'axes.plot(t, y, "o"',
            "test_the_walk_puts_a_dot_at_each_kink_and_none_at_the_ends"),
        "the last kink without a dot": (
            'axes.plot(t[1:-1], y[1:-1], "o"', 'axes.plot(t[1:-2], y[1:-2], "o"',
            "test_the_walk_puts_a_dot_at_each_kink_and_none_at_the_ends"),
        "kinks counted as pieces": (
            'f"{len(t) - 1} straight pieces, a dot', 'f"{len(t) - 2} straight pieces, a dot',
            "test_the_walk_puts_a_dot_at_each_kink_and_none_at_the_ends"),
        "zigzags with half a line cut off at their tops": (
            "ylim=(0, 1.05)", "ylim=(0, 1)",
            "test_each_zigzag_has_a_panel_of_its_own_from_end_to_end"),
        "a piece too few": ("return 1 + int(np.sum(", "return int(np.sum(", "test_folds_are_counted_from_the_curves"),
        "bend and straight line in each other's colour": (
            'axes.plot(match, y, color=LIGHT["pattern"])', 'axes.plot(match, y, color=LIGHT["silent"])',
            "test_the_bends_are_patterns_and_the_straight_line_is_dotted_grey"),
        "fires and match swapped": (
            'panels[0].set_ylabel("fires")', 'panels[0].set_ylabel("match")',
            "test_its_axes_say_what_they_measure"),
    },
    "dying_stack": {
        "a band up to the run": (
            "axes.fill_between(floors, low, high,", "axes.fill_between(floors, low, replace,",
            "test_the_band_holds_nine_in_ten_of_the_draws_at_every_storey"),
        "a band around the closed form": (
            "axes.fill_between(floors, low, high,", "axes.fill_between(floors, rule / 2, rule * 2,",
            "test_the_band_holds_nine_in_ten_of_the_draws_at_every_storey"),
        "a band one storey late": (
            "axes.fill_between(floors, low, high,", "axes.fill_between(floors[1:], low[:-1], high[:-1],",
            "test_the_band_holds_nine_in_ten_of_the_draws_at_every_storey"),
        "a band in the colour of adding": (
            'color=LIGHT["replace"], alpha=0.18', 'color=LIGHT["add"], alpha=0.18',
            "test_the_band_holds_nine_in_ten_of_the_draws_at_every_storey"),
        "the band's ends swapped": (
            '(high[-1], f"95 % below {high[-1]:.6f}"', '(low[-1], f"95 % below {low[-1]:.6f}"',
            "test_what_survives_is_named_in_the_colour_of_its_rule"),
        "another share of the draws": (
            'f"95 % below {high[-1]:.6f}"', 'f"90 % below {high[-1]:.6f}"',
            "test_survival_names_its_lines_at_their_ends_and_in_words"),
        "replace in the colour of add": (
            'axes.plot(floors, replace, color=LIGHT["replace"])', 'axes.plot(floors, replace, color=LIGHT["add"])',
            "test_each_stack_has_the_colour_of_its_rule"),
        "the rule and the run swapped": (
            'axes.plot(floors, rule, color=LIGHT["quiet"]', 'axes.plot(floors, replace, color=LIGHT["quiet"]',
            "test_the_closed_form_is_the_one_that_is_dotted"),
        "a label one storey early": (
            '(replace[-1], f"replace', '(replace[-2], f"replace',
            "test_every_label_stands_at_the_end_of_its_line"),
        "a limit that cuts the run off": ("axes.set_ylim(2e-5, 1e3)", "axes.set_ylim(2e-4, 1e3)", "test_nothing_is_cut_off_by_the_axes"),
        "a limit that cuts adding off": ("axes.set_ylim(2e-5, 1e3)", "axes.set_ylim(2e-5, 1e2)", "test_nothing_is_cut_off_by_the_axes"),
        "labels too close": ("gap=0.06)", "gap=0.02)", "text_on_text"),
        "sizes on a plain scale": (
            "axes = over_storeys(picture, len(floors), log=True)", "axes = over_storeys(picture, len(floors), log=False)",
            "test_its_axes_have_their_scale"),
        "the reverse lane one floor off": (
            "axes.plot(floors[1:], replace[1:], color", "axes.plot(floors[1:], replace[:-1], color",
            "test_the_reverse_lane_has_each_floor_at_its_number"),
        "the reverse lane without its last floor": (
            "axes.plot(floors[1:], add[1:], color", "axes.plot(floors[2:], add[2:], color",
            "test_the_reverse_lane_has_each_floor_at_its_number"),
        "the reverse lane from the bottom up": (
            "axes.set(xlim=(top, 1)", "axes.set(xlim=(1, top)",
            "test_the_reverse_lane_runs_from_the_top_down"),
        "a slope called size": ('ylabel="slope"', 'ylabel="size"', "test_its_axes_say_what_they_measure"),
        "directions in the other colour": (
            'idea = "add" if name.startswith("add") else "replace"', 'idea = "replace" if name.startswith("add") else "add"',
            "test_directions_start_at_the_bottom_floor_and_have_the_colour_of_their_rule"),
        "directions from storey one": (
            "axes.plot(np.arange(len(row)), row, color", "axes.plot(np.arange(len(row)) + 1, row, color",
            "test_directions_start_at_the_bottom_floor_and_have_the_colour_of_their_rule"),
        "all directions cut off": ("ylim=(0, 1.08 * width)", "ylim=(0, 0.9 * width)", "test_nothing_is_cut_off_by_the_axes"),
    },
    "drift": {
        "notes that turn the other way": (
            "np.stack([np.cos(angles), np.sin(angles)], axis=-1)", "np.stack([np.cos(angles), -np.sin(angles)], axis=-1)",
            "test_the_sums_of_the_snail_start_at_the_origin_and_turn_one_way"),
        "notes that lie on the sum": (
            "np.cumsum(np.arctan(notes / sizes[:-1]))", "np.cumsum(np.arctan(notes / sizes[1:]))",
            "test_each_note_of_the_snail_stands_at_a_right_angle"),
        "arrows that point back": (
            'axes.annotate("", end, begin,', 'axes.annotate("", begin, end,',
            "test_each_note_is_an_arrow_from_one_sum_to_the_next"),
        "the last note forgotten": (
            "for begin, end in pairwise(tips):", "for begin, end in pairwise(tips[:-1]):",
            "test_each_note_is_an_arrow_from_one_sum_to_the_next"),
        "a snail cut off": ("margin = 0.16 * sizes[-1]", "margin = -0.05 * sizes[-1]", "test_nothing_is_cut_off_by_the_axes"),
        "sums written inside": (
            "xytext=(17 * outward[0], 11 * outward[1])", "xytext=(-17 * outward[0], -11 * outward[1])",
            "test_each_sum_of_the_snail_is_written_at_its_tip"),
        "notes in ink": (
            '"color": LIGHT["add"], "linewidth": 1.6', '"color": LIGHT["ink"], "linewidth": 1.6',
            "test_each_note_is_an_arrow_from_one_sum_to_the_next"),
        "a band down to the closed form": (
            "axes.fill_between(storeys, low, high,", "axes.fill_between(storeys, expected, high,",
            "test_the_band_of_growth_holds_nine_in_ten_of_the_draws_at_every_storey"),
        "no band": (
            "axes.fill_between(storeys, low, high,", "axes.fill_between(storeys, low, low,",
            "test_the_band_of_growth_holds_nine_in_ten_of_the_draws_at_every_storey"),
        "a label at its neighbour's height": (
            '(expected[-1], f"Pythagoras', '(sizes[-1], f"Pythagoras',
            "test_every_label_stands_at_the_end_of_its_line"),
        "epsilon with the wrong sign": (
            "keepdims=True) + eps)", "keepdims=True) - eps)",
            "test_rows_that_hardly_spread_are_tidied_as_the_maths_does_it"),
        "draw and closed form swapped": (
            "axes.plot(storeys, expected, color=", "axes.plot(storeys, sizes, color=",
            "test_the_draw_is_coloured_and_its_closed_form_is_dotted"),
        "the last storey missing": (
            'axes.plot(storeys, sizes, color=LIGHT["add"])', 'axes.plot(storeys[:-1], sizes[:-1], color=LIGHT["add"])',
            "test_the_draw_is_coloured_and_its_closed_form_is_dotted"),
        "a mean that is not taken away": (
            "centred = rows - rows.mean(axis=-1, keepdims=True)", "centred = rows + rows.mean(axis=-1, keepdims=True)",
            "test_each_row_keeps_its_mark_on_all_three_number_lines"),
        "one mean for both rows": (
            "rows.mean(axis=-1, keepdims=True)", "rows.mean()",
            "test_each_row_keeps_its_mark_on_all_three_number_lines"),
        "number lines in the other order": (
            '((2, "as they arrive", rows), (1, "minus their mean", centred)',
            '((1, "as they arrive", rows), (2, "minus their mean", centred)',
            "test_each_row_keeps_its_mark_on_all_three_number_lines"),
        "tidied dots in ink": (
            'colour = LIGHT["tidy"] if height == 0 else LIGHT["ink"]', 'colour = LIGHT["ink"]',
            "test_each_row_keeps_its_mark_on_all_three_number_lines"),
        "squares that hide the dots": (
            'markerfacecolor=colour if filled else "none"', "markerfacecolor=colour",
            "test_each_row_keeps_its_mark_on_all_three_number_lines"),
        "a frame where nothing is measured": ('    axes.spines["left"].set_visible(False)\n', "", "test_its_axes_have_their_frame"),
        "the outermost square cut off": (
            "reach = np.abs(rows).max() + 0.8", "reach = np.abs(rows).max() - 0.3",
            "test_nothing_is_cut_off_by_the_axes"),
        "places to tidy swapped": (
            '(after, "each sum", LIGHT["tidy"]', '(after, "each sum", LIGHT["add"]',
            "test_each_place_to_tidy_has_its_own_colour_and_line"),
        "two places in the same dashes": (
            '"what is read", LIGHT["ink"], (0, (5, 1.5, 1, 1.5))', '"what is read", LIGHT["ink"], (0, (5, 2))',
            "test_each_place_to_tidy_has_its_own_colour_and_line"),
        "the steepest stream cut off": (
            "1.08 * max(same.max(), different.max())", "0.9 * max(same.max(), different.max())",
            "test_nothing_is_cut_off_by_the_axes"),
        "blocks called storeys": ('    axes.set_xlabel("block")\n', "", "test_its_axes_say_what_they_measure"),
        "streams swapped": ('[(same, "one block"', '[(different, "one block"', "test_the_streams_are_told_apart_by_colour_or_dashes"),
    },
    "full_block": {
        "a size of another row": (
            "stages[name][position].std()", "stages[name][position - 1].std()",
            "test_the_machine_names_its_eight_stages_with_their_sizes"),
        "boxes in the wrong order": (
            '("gather", 2.9, "U", "evidence"), ("tidy", 6.0', '("gather", 0.9, "U", "evidence"), ("tidy", 6.0',
            "test_the_boxes_of_the_machine_stand_in_the_order_of_the_block"),
        "a box in another colour": (
            '("match, bend", 7.3, "hidden", "pattern")', '("match, bend", 7.3, "hidden", "evidence")',
            "test_the_boxes_of_the_machine_stand_in_the_order_of_the_block"),
        "a stream that falls": (
            "(lane, 10.4), (lane, 0.1), arrowprops", "(lane, 0.1), (lane, 10.4), arrowprops",
            "test_the_stream_climbs_and_each_branch_comes_back_to_its_plus"),
        "a branch that does not come back": (
            'axes.annotate("", (lane + 0.35, back), (branch, back)', 'axes.annotate("", (branch, back), (lane + 0.35, back)',
            "test_the_stream_climbs_and_each_branch_comes_back_to_its_plus"),
        "a branch that leaves too late": (
            "(5.1, 9.7)", "(4.3, 9.7)",
            "test_the_rows_of_the_stream_stand_before_between_and_behind_the_pluses"),
        "a plus beside the stream": (
            'axes.text(lane, back, "+"', 'axes.text(lane + 1, back, "+"',
            "test_the_stream_climbs_and_each_branch_comes_back_to_its_plus"),
        "the top of the stream cut off": ("ylim=(-0.4, 10.8)", "ylim=(-0.4, 10)", "test_nothing_is_cut_off_by_the_axes"),
        "strips one coordinate too far": (
            "axes.add_patch(Rectangle((place + 0.55, line + 0.1), 0.9, 0.8, facecolor",
            "axes.add_patch(Rectangle((place + 1.55, line + 0.1), 0.9, 0.8, facecolor",
            "test_each_number_of_a_strip_has_its_own_cell"),
        "the positive hatched": ("if number < 0:", "if number > 0:", "test_each_number_of_a_strip_has_its_own_cell"),
        "strips named at their last line": (
            "if name not in names[:line]", "if name not in names[line + 1:]",
            "test_each_strip_is_named_at_its_first_line"),
        "the last strip cut off": ("ylim=(len(rows), 0)", "ylim=(len(rows) - 1, 0)", "test_nothing_is_cut_off_by_the_axes"),
        "strips without a name": ('ylabel="stage", ', "", "axes_without_a_name"),
        "footprints on their side": ("axes.plot(s, t,", "axes.plot(t, s,", "test_the_footprint_marks_the_rows_that_notice"),
        "cells of footprints on their side": (
            "Rectangle((s - 0.45, t - 0.45)", "Rectangle((t - 0.45, s - 0.45)",
            "test_the_cells_of_a_footprint_are_coloured_where_a_row_notices"),
        "cells coloured where nothing happens": (
            'LIGHT["evidence"] if noticed[t, s] else LIGHT["grid"]', 'LIGHT["grid"] if noticed[t, s] else LIGHT["evidence"]',
            "test_the_cells_of_a_footprint_are_coloured_where_a_row_notices"),
        "footprints from the bottom up": (
            "ylim=(T - 0.4, -0.6)", "ylim=(-0.6, T - 0.4)",
            "test_the_cells_of_a_footprint_are_coloured_where_a_row_notices"),
        "the second round the other way": (
            "axes.plot([s, t], [floor + 0.16, floor + 0.84]", "axes.plot([t, s], [floor + 0.16, floor + 0.84]",
            "test_the_second_round_draws_who_reads_whom"),
        "conclusions one floor too low": (
            "axes.text(T - 0.45, floor + 1, conclusion", "axes.text(T - 0.45, floor, conclusion",
            "test_the_second_round_draws_who_reads_whom"),
        "the panels of the bench swapped": ("(sizes, apart), (", "(apart, sizes), (", "test_the_bench_draws_every_part_in_both_panels"),
        "the bench cut off below": (
            "return lines.min() / 3, lines.max() * 3", "return lines.min() * 3, lines.max() * 3",
            "test_nothing_is_cut_off_by_the_axes"),
        "two parts in one colour": ('"add 1": ("add", "-")', '"add 1": ("tidy", "-")', "test_the_parts_have_the_colours_of_their_ideas"),
        "a label at the start of its line": (
            "label_ends(axes, [(line[-1], f", "label_ends(axes, [(line[0], f",
            "test_every_label_of_the_bench_stands_at_the_end_of_its_line"),
        "labels of the bench too close": (
            "for part, line in measure.items()], gap=0.085)", "for part, line in measure.items()], gap=0.03)",
            "text_on_text"),
        "the intact block no wider than the rest": (
            'linewidth=2.4 if part == "nothing" else 1.6', "linewidth=1.6",
            "test_every_line_of_the_bench_has_the_look_of_its_part"),
    },
    "who_sees_whom": {
        "masks on their side": ("Rectangle((s - 0.46, t - 0.46)", "Rectangle((t - 0.46, s - 0.46)", "test_a_cell_is_filled_where_the_pair_exists"),
        "filled where no pair is": (
            'LIGHT["evidence"] if allowed[t, s] else LIGHT["grid"]', 'LIGHT["grid"] if allowed[t, s] else LIGHT["evidence"]',
            "test_a_cell_is_filled_where_the_pair_exists"),
        "filled where somebody notices": (
            'LIGHT["evidence"] if allowed[t, s] else', 'LIGHT["evidence"] if noticed[t, s] else', "test_cells_and_dots_are_told_apart"),
        "dots on their side": ("axes.plot(s, t,", "axes.plot(t, s,", "test_cells_and_dots_are_told_apart"),
        "dots for the mask": ("        if noticed[t, s]:", "        if allowed[t, s]:", "test_a_dot_stands_where_a_reader_notices"),
        "readers from the bottom up": ("ylim=(T - 0.4, -0.6)", "ylim=(-0.6, T - 0.4)", "test_a_cell_is_filled_where_the_pair_exists"),
        "a column cut off": ("xlim=(-0.6, S - 0.4)", "xlim=(-0.6, S - 1.4)", "test_nothing_is_cut_off_by_the_axes"),
        "the border one row too far": ("draw(source - 0.5,", "draw(source + 0.5,", "test_a_line_parts_the_two_sequences"),
        "source and target swapped": ('f"s{row}" for row in range(source)', 'f"t{row}" for row in range(source)', "test_a_line_parts_the_two_sequences"),
        "readers without a name": ('ylabel="row that reads" if number % columns == 0 else ""', 'ylabel=""', "axes_without_a_name"),
        "dots beside the pairs not told": ("int((seen & ~table).sum())", "0", "test_the_words_count_the_pairs_and_the_dots"),
        "all dots told as inside": ("int((seen & table).sum())", "int(seen.sum())", "test_the_words_count_the_pairs_and_the_dots"),
    },
    "order_of_norm": {
        "both orders under one name": ('title=f"{order}-norm"', 'title="pre-norm"', "test_both_orders_give_the_sizes_of_their_stages"),
        "a post-norm block with its norms on the branches": (
            '("tidy", "tidy", True, 4.75, "R")', '("tidy", "tidy", False, 4.75, "R")', "test_the_norms_of_post_norm_stand_on_the_lane"),
        "sizes of another row": ("stage[position].std()", "stage[0].std()", "test_both_orders_give_the_sizes_of_their_stages"),
        "branches that end where they begin": (
            '"", (LANE + 0.3, back), (BRANCH, back)', '"", (BRANCH, back), (LANE + 0.3, back)', "test_every_branch_comes_back_to_a_plus_on_the_lane"),
        "a lane that runs down": (
            '"", (LANE, 10.8), (LANE, 0)', '"", (LANE, 0), (LANE, 10.8)', "test_every_branch_comes_back_to_a_plus_on_the_lane"),
        "slopes in one colour": ('(post, "post-norm", "tidy"', '(post, "post-norm", "ink"', "test_the_slopes_have_a_line_and_a_band_for_each_order"),
        "a band from the middle up": ("fill_between(blocks, low, high", "fill_between(blocks, middle, high",
                                      "test_the_slopes_have_a_line_and_a_band_for_each_order"),
        "blocks from 0": (
            "blocks = np.arange(1, pre.shape[1] + 1)", "blocks = np.arange(pre.shape[1])", "test_the_slopes_have_a_line_and_a_band_for_each_order"),
        "no label at the ends": ('(middle[-1], f"{name} {short(middle[-1])}"', '(middle[0], f"{name} {short(middle[0])}"',
                                 "test_every_label_stands_at_the_end_of_its_line"),
        "the panels of both towers swapped": ("(sizes, slopes_of_W2), strict", "(slopes_of_W2, sizes), strict", "test_both_towers_have_two_panels"),
        "the towers cut off above": ("lines.max() * 1.5))", "lines.max() / 1.5))", "test_nothing_is_cut_off_by_the_axes"),
    },
    "training": {
        "one tower for all": ("kind.min(axis=1), kind.max(axis=1)", "kind.min(axis=1), kind.min(axis=1)",
                              "test_each_kind_has_a_line_in_a_band_of_all_its_towers"),
        "the best tower as the middle": ("middle = np.median(kind, axis=1)", "middle = kind.min(axis=1)",
                                         "test_each_kind_has_a_line_in_a_band_of_all_its_towers"),
        "lines in one colour": ("color=LIGHT[idea], linestyle", 'color=LIGHT["ink"], linestyle',
                                "test_each_kind_has_a_line_in_a_band_of_all_its_towers"),
        "no blind guess": ("axes.axhline(blind,", "axes.axhline(0,", "test_a_blind_guess_is_a_dotted_line"),
        "names in the wrong order": ("zip(found, names, LOOKS", "zip(found, names[::-1], LOOKS", "test_every_label_names_its_line"),
        "a band told from the start": ("({kind[-1].min():.2f}", "({kind[0].min():.2f}", "test_the_losses_are_told"),
        "a loss cut off": ("found.max() * 1.05", "found.max() / 1.05", "test_nothing_is_cut_off_by_the_axes"),
    },
    "six_numbers": {
        "bars that all begin at nothing": ("left=begin,", "left=0,", "test_each_bar_begins_where_the_one_before_it_ends"),
        "a head that is not counted": (
            'bill["tokens"] + bill["positions"] + bill["head"]', 'bill["tokens"] + bill["positions"]',
            "test_each_bar_begins_where_the_one_before_it_ends"),
        "the first model below": ("ylim=(len(bills) - 0.5, -1.1)", "ylim=(-1.1, len(bills) - 0.5)",
                                  "test_each_bar_begins_where_the_one_before_it_ends"),
        "a dot beside the crossing": (
            "np.interp(1, tables / weights, positions)", "np.interp(2, tables / weights, positions)",
            "test_a_dot_stands_where_the_lines_cross"),
        "the limit elsewhere": ("axes.axvline(limit,", "axes.axvline(meet,", "test_a_dot_stands_where_the_lines_cross"),
        "works swapped": ("axes.plot(positions, tables / 1e9, color", "axes.plot(positions, weights / 1e9, color",
                          "test_a_dot_stands_where_the_lines_cross"),
    },
    "one_row": {
        "a walk that starts at the origin": ("stream = X[position], R", "stream = 0 * X[position], R", "test_each_position_walks_from_X_over_R_to_Y"),
        "a walk that never thinks": ("R[position], Y[position]\n", "R[position], R[position]\n", "test_each_position_walks_from_X_over_R_to_Y"),
        "gathering in the colour of thinking": (
            '("evidence", "contribution")', '("contribution", "evidence")', "test_each_position_walks_from_X_over_R_to_Y"),
        "heads at the wrong ends": ('axes.annotate("", tip, tail', 'axes.annotate("", tail, tip', "test_each_position_walks_from_X_over_R_to_Y"),
        "what is read, filled": ('markerfacecolor=LIGHT["surface"]', 'markerfacecolor=LIGHT["tidy"]',
                                 "test_what_is_read_is_marked_once_where_it_is_the_same"),
        "one reading left out": ("if np.allclose(*read.values(), atol=0.1)", "if True",
                                 "test_what_is_read_is_marked_once_where_it_is_the_same"),
        "a stretched plane": ('aspect="equal", ', "", "test_the_plane_is_not_stretched_and_all_panels_share_it"),
        "a line with another slope": ("axes.plot([LOW, HIGH], [LOW, HIGH]", "axes.plot([LOW, HIGH], [0, HIGH]",
                                      "test_the_dotted_line_is_where_both_numbers_are_equal"),
        "words that name the second reading twice": ("reads {_pair(N1[position])}", "reads {_pair(N2[position])}", "test_the_walk_is_told"),
    },
    "numpy_and_pytorch": {
        "a slip that begins a stage late": ("line[first:], color", "line[first:][::-1], color", "test_a_slip_leaps_from_the_floor_at_its_first_stage"),
        "a leap from nowhere": ("[lowest_floor[first - 1], line[first]]", "[EQUAL, line[first]]",
                                "test_a_slip_leaps_from_the_floor_at_its_first_stage"),
        "a mark at the wrong stage": ("axes.plot(first, line[first], ", "axes.plot(first - 1, line[first], ",
                                      "test_a_slip_leaps_from_the_floor_at_its_first_stage"),
        "all slips alike": ("used[idea] += 1", "used[idea] += 0", "test_slips_that_begin_together_have_one_colour_and_lines_of_their_own"),
        "names without their lines": ('ends.append((line[-1], name, LIGHT[idea]))', "pass", "test_each_line_has_its_name_at_its_end"),
        "the floor in the colour of slips": ('axes.plot(places, line, color=LIGHT["silent"]', 'axes.plot(places, line, color=LIGHT["tidy"]',
                                             "test_two_right_ports_are_the_floor"),
        "the worst step called the best": ("best = int(np.argmin(line))", "best = int(np.argmax(line))",
                                           "test_each_kind_of_number_has_its_line_and_its_best_step_marked"),
        "both kinds of numbers in one colour": ('("ink", "replace"), ("-",', '("ink", "ink"), ("-",',
                                                "test_each_kind_of_number_has_its_line_and_its_best_step_marked"),
        "a name at the other end": ("axes.annotate(name, (steps[-1], line[-1])", "axes.annotate(name, (steps[0], line[0])",
                                    "test_a_name_stands_at_the_left_end_of_its_line"),
        "steps that are cut off": ("axes.set_xlim(steps.min(), steps.max())", "axes.set_xlim(steps.min(), 1e-3)",
                                   "test_nothing_is_cut_off_by_the_axes"),
    },
    "storeys": {
        "the last storey cut off": ("xlim=(0, floors - 1)", "xlim=(0, floors - 2)", "test_nothing_is_cut_off_by_the_axes"),
        "an empty storey behind the last": ("xlim=(0, floors - 1)", "xlim=(0, floors)", "test_the_last_storey_stands_at_the_edge"),
        "no grid over the storeys": ("    axes.grid(True)\n", "", "test_it_has_its_grid_and_no_other"),
        "storeys and sizes swapped": (
            'xlabel="storey", ylabel="size"', 'xlabel="size", ylabel="storey"',
            "test_its_axes_say_what_they_measure"),
        "labels that lose their order": (
            "for height, text, colour in labels), reverse=True)", "for height, text, colour in labels))",
            "test_a_label_with_room_stands_at_the_end_of_its_line"),
        "labels pushed up that could go down": (
            "free[i] = min(free[i], free[i - 1] - gap)", "free[i] = min(free[i], free[i - 1])",
            "test_a_label_is_moved_no_further_than_it_must"),
        "labels on each other": (
            "free[i] = max(free[i], free[i + 1] + gap)", "free[i] = max(free[i], free[i + 1])",
            "test_labels_that_are_too_close_keep_apart_and_in_their_order"),
        "labels below the axes": (
            "free[-1] = max(free[-1], 0.0)", "free[-1] = max(free[-1], -0.2)",
            "test_labels_that_are_too_close_keep_apart_and_in_their_order"),
        "labels that go by the height, not the scale": (
            "to_fraction.transform((0, height))[1]", "height / axes.get_ylim()[1]",
            "test_labels_on_a_logarithmic_scale_stand_at_the_ends_of_their_lines"),
        "ticks between the ticks": (
            "        axes.yaxis.set_minor_locator(NullLocator())\n", "",
            "test_its_axes_have_no_small_ticks_but_for_a_grid"),
        "numbers with an e": ("< 999.5:", "< 10_000:", "test_numbers_far_from_one_get_a_power_of_ten"),
    },
    "picture": {
        "colours that stay light": (
            'text.replace(colour, f"var(--tb-{idea}, {colour})")', "text",
            "test_colours_are_variables_with_the_light_ones_to_fall_back_on"),
        "a grid outside the palette": ('    "grid.color": LIGHT["grid"],\n', "", "foreign_colours"),
        "ticks outside the palette": ('    "ytick.color": LIGHT["quiet"],\n', '    "ytick.color": "#123456",\n', "foreign_colours"),
        "words that are not escaped": ("html.escape(self.alt)", "self.alt", "test_the_svg_carries_the_alternative_text_escaped"),
        "letters drawn as shapes": ('"svg.fonttype": "none"', '"svg.fonttype": "path"', "test_text_stays_text_and_is_never_left_black"),
        "closed axes": ('    "axes.spines.top": False,\n', "", "test_axes_are_open_above_and_on_the_right"),
        "letters too large": ('"font.size": 9', '"font.size": 16', "text_on_text"),
        "other bytes each time": ('    "svg.hashsalt": "transformer-block",', "   ", "test_the_same_picture_gives_the_same_bytes"),
    },
}
