using System.Globalization;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>Chooses among the languages of a text.</summary>
internal static class ProjectTexts
{
    private const ushort NoLanguage = 0xFFFF;

    // Windows language ids, [MS-LCID]; the low ten bits are the language, the others its country.
    private const string Ids =
        "0402 bg-BG 0404 zh-TW 0405 cs-CZ 0406 da-DK 0407 de-DE 0408 el-GR 0409 en-US 040A es-ES 040B fi-FI 040C fr-FR 040D he-IL 040E hu-HU "
        + "0410 it-IT 0411 ja-JP 0412 ko-KR 0413 nl-NL 0414 nb-NO 0415 pl-PL 0416 pt-BR 0418 ro-RO 0419 ru-RU 041A hr-HR 041B sk-SK 041D sv-SE "
        + "041E th-TH 041F tr-TR 0421 id-ID 0422 uk-UA 0424 sl-SI 0425 et-EE 0426 lv-LV 0427 lt-LT 042A vi-VN 0804 zh-CN 0807 de-CH 0809 en-GB "
        + "080A es-MX 080C fr-BE 0810 it-CH 0813 nl-BE 0816 pt-PT 0C07 de-AT 0C0A es-ES 0C0C fr-CA";

    private static readonly Dictionary<ushort, string> Cultures = Ids.Split(' ')
        .Chunk(2)
        .ToDictionary(pair => ushort.Parse(pair[0], NumberStyles.HexNumber, CultureInfo.InvariantCulture), pair => pair[1]);

    /// <summary>The text in the wished language, else the one without a language, else the first; empty where there is none.</summary>
    /// <param name="texts">Windows language ids and texts.</param>
    /// <param name="language">The wish: <c>de-DE</c> or <c>de</c>; null: none.</param>
    public static string Choose(IReadOnlyList<(ushort Language, string Text)> texts, string? language)
    {
        var (best, rank) = ("", int.MaxValue);
        foreach (var (id, text) in texts)
        {
            if (text.Trim() is not { Length: > 0 } words)
                continue;
            var own =
                language is not null
                && Cultures.TryGetValue(id, out var culture)
                && culture.StartsWith(language, StringComparison.OrdinalIgnoreCase)
                    ? 0
                : id == NoLanguage ? 1
                : 2;
            if (own < rank)
                (best, rank) = (words, own);
        }
        return best;
    }
}
