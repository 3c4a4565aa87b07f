using S7OpcBridge.Map.TagLists;

namespace S7OpcBridge.Map.Tests;

/// <summary>Cells of the lists that other programs import.</summary>
public sealed class CsvTextTests
{
    [TestCase("-5", "-5")]
    [TestCase("-", "'-")]
    [TestCase("+A1", "'+A1")]
    [TestCase("@SUM(A1)", "'@SUM(A1)")]
    [TestCase("\t=1", "\"'\t=1\"")]
    [TestCase("a;b", "\"a;b\"")]
    [TestCase(" a", "\" a\"")]
    [TestCase("", "")]
    public void A_cell_is_a_text(string text, string cell) => Assert.That(CsvText.Cell(text), Is.EqualTo(cell));
}
