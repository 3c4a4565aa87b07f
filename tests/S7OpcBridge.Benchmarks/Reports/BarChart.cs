using System.Globalization;
using System.Net;
using System.Text;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// A table as a picture: a panel per drawn column, a bar per row, a colour per label. The picture brings its colours for light and dark along, and needs no
/// font of its own.
/// </summary>
internal static class BarChart
{
    private const int Width = 760,
        Margin = 16,
        BarHeight = 16,
        Step = 21,
        LabelWidth = 170,
        ValueWidth = 90,
        Colors = 6;

    private const string Style = """
        text { font: 12px system-ui, sans-serif; fill: #1f2328; }
        .title { font-size: 15px; font-weight: 600; }
        .panel { font-size: 13px; font-weight: 600; }
        .small { font-size: 10.5px; fill: #59636e; }
        .ground { fill: #ffffff; }
        .c0 { fill: #0969da; } .c1 { fill: #bc4c00; } .c2 { fill: #1a7f37; } .c3 { fill: #8250df; } .c4 { fill: #9a6700; } .c5 { fill: #6e7781; }
        @media (prefers-color-scheme: dark) {
          text { fill: #f0f6fc; }
          .small { fill: #9198a1; }
          .ground { fill: #0d1117; }
          .c0 { fill: #4493f8; } .c1 { fill: #f0883e; } .c2 { fill: #3fb950; } .c3 { fill: #ab7df8; } .c4 { fill: #d29922; } .c5 { fill: #8b949e; }
        }
        """;

    public static string Draw(ResultTable table, Machine machine)
    {
        var body = new StringBuilder();
        var y = Margin + 14;
        Text(body, "title", Margin, y, table.Title);
        y += 17;
        Text(body, "small", Margin, y, machine.ToString());
        var labels = table.Rows.Select(row => row.Label).Distinct().ToList();
        for (var column = 0; column < table.Columns.Length; column++)
        {
            if (table.Columns[column].Drawn)
                y = Panel(body, y + 28, table, column, labels);
        }
        return Invariant(
                $"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{Width}\" height=\"{y + Margin}\" viewBox=\"0 0 {Width} {y + Margin}\" role=\"img\">\n"
            )
            + string.Create(
                CultureInfo.InvariantCulture,
                $"<title>{WebUtility.HtmlEncode(table.Title)}</title>\n<style>\n{Style}\n</style>\n<rect class=\"ground\" width=\"{Width}\" "
                    + $"height=\"{y + Margin}\" rx=\"6\"/>\n{body}</svg>\n"
            );
    }

    private static int Panel(StringBuilder body, int y, ResultTable table, int column, List<string> labels)
    {
        Text(body, "panel", Margin, y, table.Columns[column].Head);
        var longest = table.Rows.Max(row => row.Values[column] ?? 0);
        var group = "";
        foreach (var row in table.Rows)
        {
            if (row.Group != group)
            {
                group = row.Group;
                y += Step;
                Text(body, "small", Margin, y, group);
                y -= 4;
            }
            y += Step;
            Bar(body, y, row, row.Values[column], longest, labels.IndexOf(row.Label) % Colors);
        }
        return y;
    }

    private static void Bar(StringBuilder body, int y, ResultRow row, double? value, double longest, int color)
    {
        Text(body, "", Margin + 10, y, row.Label);
        var length = longest > 0 ? (value ?? 0) / longest * (Width - 2 * Margin - LabelWidth - ValueWidth) : 0;
        if (length > 0)
            body.Append(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"<rect class=\"c{color}\" x=\"{Margin + LabelWidth}\" y=\"{y - BarHeight + 4}\" width=\"{Math.Max(length, 1):0.#}\" "
                        + $"height=\"{BarHeight}\" rx=\"2\"/>\n"
                )
            );
        Text(body, "", Margin + LabelWidth + (int)length + 6, y, Figure.Show(value));
    }

    private static void Text(StringBuilder body, string style, int x, int y, string text) =>
        body.Append(
            Invariant($"<text{(style.Length > 0 ? $" class=\"{style}\"" : "")} x=\"{x}\" y=\"{y}\">{WebUtility.HtmlEncode(text)}</text>\n")
        );

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
