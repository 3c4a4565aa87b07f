using System.Globalization;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

internal sealed class CsvCellTests : StoreFixture
{
    [
        TestCase("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        TestCase("+1+cmd", "'+1+cmd"),
        TestCase("-2+3", "'-2+3"),
        TestCase("@SUM(A1)", "'@SUM(A1)")
    ]
    [TestCase("\t=1", "'\t=1"), TestCase("\r=1", "\"'\r=1\""), TestCase("=\"a\",1", "\"'=\"\"a\"\",1\"")]
    [TestCase("-5", "-5"), TestCase("+1.5e3", "+1.5e3"), TestCase("a=b", "a=b"), TestCase("a\u001b[31mred\u0007", "a\\u001B[31mred\\u0007")]
    public async Task A_text_is_exported_so_that_it_is_no_formula_and_no_command(string text, string cell) =>
        Assert.That(await ExportedAsync(Variant.From(text)), Is.EqualTo(cell));

    [Test]
    public async Task A_negative_number_stays_a_number()
    {
        Assert.That(await ExportedAsync(Variant.From(-5)), Is.EqualTo("-5"));
        Assert.That(await ExportedAsync(Variant.From(double.NegativeInfinity)), Is.EqualTo("-Infinity"));
    }

    private async Task<string> ExportedAsync(Variant value)
    {
        await using (var store = await OpenAsync())
        {
            store.Record(store.SeriesOf($"{value.Type}", "Line1"), value, StatusCodes.Good, Start);
            await store.FlushAsync(CancellationToken.None);
        }

        using var csv = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        await using var archive = HistoryArchive.Open(new() { Folder = Folder });
        await HistoryExport.CsvAsync(archive, [$"{value.Type}"], new(Start, Start + 1), csv, (_, _) => { }, CancellationToken.None);
        return csv.ToString().Split(",Good,")[1].TrimEnd('\n');
    }
}
