namespace S7OpcBridge.Benchmarks;

/// <summary>Brings a table to the screen and, when asked, into the documentation.</summary>
internal static class Report
{
    /// <summary>Prints a table.</summary>
    /// <param name="table">The table.</param>
    /// <param name="output">Where to print.</param>
    /// <param name="write">Also writes <c>docs/benchmarks/&lt;name&gt;.json</c> and <c>.svg</c>.</param>
    public static void Show(ResultTable table, TextWriter output, bool write)
    {
        var machine = Machine.ThisOne();
        TextTable.Write(table, machine, output);
        if (!write)
            return;
        var folder = Checkout.PathOf("docs", "benchmarks");
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, table.Name + ".json"), JsonTable.Write(table, machine));
        File.WriteAllText(Path.Combine(folder, table.Name + ".svg"), BarChart.Draw(table, machine));
        output.WriteLine($"Written to docs/benchmarks/{table.Name}.json and .svg");
    }
}
