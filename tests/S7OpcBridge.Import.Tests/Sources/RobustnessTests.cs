using System.Text;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Tests.Sources;

/// <summary>Sources as they arrive: cut off, with other ends of lines, in other code pages, and not what they seem.</summary>
public sealed class RobustnessTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };

    private static IEnumerable<TestCaseData> Sources()
    {
        foreach (var (name, bytes) in AllFixtures.Of())
            yield return new TestCaseData(name, bytes).SetArgDisplayNames(name);
    }

    private static bool IsText(byte[] bytes) => !bytes.AsSpan().Contains((byte)0);

    [TestCaseSource(nameof(Sources))]
    public void A_source_that_is_cut_off_ends_in_a_report_that_names_it(string name, byte[] bytes)
    {
        for (var part = 0; part <= 40; part++)
            Check(name, bytes[..(bytes.Length * part / 41)]);
    }

    [TestCaseSource(nameof(Sources))]
    public void Ends_of_lines_make_no_difference(string name, byte[] bytes)
    {
        if (!IsText(bytes))
            return;
        var text = Encoding.UTF8.GetString(bytes).ReplaceLineEndings("\n");
        var expected = Check(name, Encoding.UTF8.GetBytes(text)).Result.Report.Taken;
        Assert.That(Check(name, Encoding.UTF8.GetBytes(text.ReplaceLineEndings("\r\n"))).Result.Report.Taken, Is.EqualTo(expected));
        _ = Check(name, Encoding.UTF8.GetBytes(text.ReplaceLineEndings("\r")));
    }

    [TestCaseSource(nameof(Sources))]
    public void The_code_page_makes_no_difference_to_what_is_taken(string name, byte[] bytes)
    {
        if (!IsText(bytes))
            return;
        var text = Encoding.UTF8.GetString(bytes).Replace(" encoding='utf-8'", "", StringComparison.Ordinal);
        var expected = Check(name, bytes).Result.Report.Taken;
        foreach (var encoding in (Encoding[])[new UTF8Encoding(true), new UnicodeEncoding(false, true), new UnicodeEncoding(true, true)])
            Assert.That(
                Check(name, [.. encoding.GetPreamble(), .. encoding.GetBytes(text)]).Result.Report.Taken,
                Is.EqualTo(expected),
                encoding.WebName
            );
        foreach (var page in (string[])["windows-1251", "gbk", "shift_jis"])
        {
            S7TextEncodings.TryFind(page, out var encoding, out _);
            _ = Check(
                name,
                encoding.GetBytes(text.Replace("of it", "\u041D\u0430\u0441\u043E\u0441")),
                Options with
                {
                    Encoding = encoding,
                }
            );
        }
    }

    [TestCaseSource(nameof(Sources))]
    public void Every_reader_ends_with_a_sentence_at_most_on_what_is_not_its_own(string name, byte[] bytes)
    {
        foreach (var reader in ProjectImport.Known.All)
        {
            foreach (var part in (byte[][])[bytes, bytes[..(bytes.Length / 2)], []])
            {
                try
                {
                    using var source = Source.From(name, part);
                    if (source.Tree is null == reader.Format is not ("STEP 7 V5 project" or "TIA Portal project"))
                        reader.Read(source, new ImportDraft(Options), CancellationToken.None);
                }
                catch (ImportException error)
                {
                    Assert.That(error.Message, Is.Not.Empty);
                    Assert.That($"{error.Spot}", Does.StartWith(name), reader.Format);
                }
            }
        }
    }

    private static ImportedMap Check(string name, byte[] bytes, ImportOptions? options = null)
    {
        var map = ImportedMap.Of(options ?? Options, (name, bytes));
        Assert.That(map.Findings.Where(finding => finding.Contains(": error: ")), Is.Empty, map.Text);
        foreach (var line in map.Result.Report.Lines.Where(line => line.Outcome == ImportOutcome.Failed))
            Assert.That($"{line.Spot}", Does.StartWith(name));
        return map;
    }
}
