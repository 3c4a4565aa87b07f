using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Messages;

/// <summary>
/// What STEP 7 and TIA Portal export for translators: texts beside their translations. No number tells which message a text belongs to, so that it is said
/// which list does.
/// </summary>
internal sealed class TextsWithoutNumbers : SourceReader
{
    public override string Format => "texts for translators";

    public override bool Recognises(Source source)
    {
        if (Workbooks.Open(source) is { } workbook)
            return workbook.Sheets.Any(sheet => new MessageColumns([.. workbook.Headings(sheet).Keys]).AreOfTextsOnly);
        return source.Head.Contains("$_Languages", StringComparison.Ordinal) || source.Head.Contains("$_Type", StringComparison.Ordinal);
    }

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken) =>
        throw new ImportException(
            source.Start,
            "it has texts for translators, and nothing in it tells the numbers of the messages; import WinCC's list of messages (Alarm Logging, export), "
                + "or write a table with the columns id and text [de-DE] for each language"
        );
}
