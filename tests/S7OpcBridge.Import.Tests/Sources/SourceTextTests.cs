using System.Text;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tests.Kepware;
using S7OpcBridge.Map.Tables;

namespace S7OpcBridge.Import.Tests.Sources;

public sealed class SourceTextTests
{
    static SourceTextTests() => Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);

    [TestCase("windows-1250", "Zażółć gęślą jaźń, Příliš žluťoučký kůň")]
    [TestCase("windows-1250", "Łącznik")]
    [TestCase("windows-1251", "Двигатель включён, насос остановлен")]
    [TestCase("windows-1252", "Störung an Tür 3, größer als 50 °C, été à Genève")]
    [TestCase("gbk", "电机启动，水泵停止")]
    [TestCase("utf-8", "Störung 电机 насос")]
    [TestCase("utf-16", "Störung 电机 насос")]
    [TestCase("utf-16BE", "Störung 电机 насос")]
    public void A_file_in_any_of_the_code_pages_keeps_its_letters(string name, string text)
    {
        var encoding = Encoding.GetEncoding(name);
        byte[] bytes =
        [
            .. encoding.Preamble,
            .. encoding.GetBytes($"{KepwareCsvTests.Head}\"Motor\",\"MX1.0\",Boolean,1,RO,100,,,,,,,,,,\"{text}\",\n"),
        ];
        var map = ImportedMap.Of(null, ("tags.csv", bytes));
        Assert.That(map["Motor"].Details!.Description, Is.EqualTo(text));
        Assert.That(
            map.Lines.Any(line => line.Contains("the letters were read as")),
            Is.EqualTo(encoding.Preamble.Length == 0 && name != "utf-8")
        );
    }

    [TestCase("12,5", 12.5)]
    [TestCase("1.234,5", 1234.5)]
    [TestCase("1,234.5", 1234.5)]
    [TestCase("1'000", 1000)]
    [TestCase("1\u00A0000,25", 1000.25)]
    [TestCase("-0,5", -0.5)]
    [TestCase("1E3", 1000)]
    public void Numbers_of_any_PC_are_read(string text, double expected) => Assert.That(Cell.Number(text), Is.EqualTo(expected));

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public bool Any_bytes_are_a_text(byte[] bytes) => SourceText.Decode(bytes ?? [], null, out _) is not null;

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool Any_bytes_that_begin_like_an_archive_end_in_a_report(byte[] bytes)
    {
        var map = ImportedMap.Of(null, ("a.zip", [(byte)'P', (byte)'K', 3, 4, .. bytes ?? []]));
        return map.Result.Report.HasFailed;
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public bool Any_sheet_and_any_strings_end_in_a_report(string sheet, string strings)
    {
        ImportedMap.Of(
            null,
            ("a.xlsx", BoundsTests.Book($"<worksheet><sheetData><row>{sheet}</row></sheetData></worksheet>", $"<sst>{strings}</sst>"))
        );
        return true;
    }

    [Test]
    public void Several_PLCs_get_a_file_each_beside_the_map()
    {
        const string Devices = """
            { "devices": [ { "deviceName": "Line 1", "type": "PLC", "address": "10.0.0.13", "timeseries": [ { "type": "tag", "key": "a", "tag": "DB1.DBD204:REAL" } ], "rack": 0 },
              { "deviceName": "line 1", "type": "PLC", "address": "10.0.0.14", "timeseries": [ { "type": "tag", "key": "b", "tag": "DB1.DBD204:REAL" } ], "rack": 0 } ] }
            """;
        var map = ImportedMap.Of("s7.json", Devices, new ImportOptions());
        Assert.That(map.Result.Files.Select(file => file.Name), Is.EqualTo(new[] { "map.yaml", "map-Line1.yaml", "map-line1-2.yaml" }));
        Assert.That(map.Tags.Select(tag => tag.Name), Is.EqualTo(new[] { "a", "b" }));
    }
}
