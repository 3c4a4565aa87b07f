using System.Collections.Frozen;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// The languages of projects in TIA Portal by their Windows numbers (Microsoft, MS-LCID). The program runs without the cultures of the system.
/// </summary>
internal static class AlarmLanguages
{
    private static readonly FrozenDictionary<int, string> Locales = new Dictionary<int, string>
    {
        [1025] = "ar-SA",
        [1026] = "bg-BG",
        [1028] = "zh-TW",
        [1029] = "cs-CZ",
        [1030] = "da-DK",
        [1031] = "de-DE",
        [1032] = "el-GR",
        [1033] = "en-US",
        [1034] = "es-ES",
        [1035] = "fi-FI",
        [1036] = "fr-FR",
        [1037] = "he-IL",
        [1038] = "hu-HU",
        [1040] = "it-IT",
        [1041] = "ja-JP",
        [1042] = "ko-KR",
        [1043] = "nl-NL",
        [1044] = "nb-NO",
        [1045] = "pl-PL",
        [1046] = "pt-BR",
        [1048] = "ro-RO",
        [1049] = "ru-RU",
        [1050] = "hr-HR",
        [1051] = "sk-SK",
        [1053] = "sv-SE",
        [1054] = "th-TH",
        [1055] = "tr-TR",
        [1057] = "id-ID",
        [1058] = "uk-UA",
        [1059] = "be-BY",
        [1060] = "sl-SI",
        [1061] = "et-EE",
        [1062] = "lv-LV",
        [1063] = "lt-LT",
        [1065] = "fa-IR",
        [1066] = "vi-VN",
        [1081] = "hi-IN",
        [1086] = "ms-MY",
        [2052] = "zh-CN",
        [2055] = "de-CH",
        [2057] = "en-GB",
        [2058] = "es-MX",
        [2060] = "fr-BE",
        [2064] = "it-CH",
        [2067] = "nl-BE",
        [2070] = "pt-PT",
        [2074] = "sr-Latn-CS",
        [3079] = "de-AT",
        [3081] = "en-AU",
        [3082] = "es-ES",
        [3084] = "fr-CA",
        [4100] = "zh-SG",
        [4105] = "en-CA",
        [4108] = "fr-CH",
        [5129] = "en-NZ",
        [11274] = "es-AR",
        [16393] = "en-IN",
    }.ToFrozenDictionary();

    // Languages that write 1,5.
    private static readonly FrozenSet<string> DecimalComma = new[]
    {
        "be-BY",
        "bg-BG",
        "cs-CZ",
        "da-DK",
        "de-AT",
        "de-DE",
        "el-GR",
        "es-AR",
        "es-ES",
        "et-EE",
        "fi-FI",
        "fr-BE",
        "fr-CA",
        "fr-CH",
        "fr-FR",
        "hr-HR",
        "hu-HU",
        "id-ID",
        "it-IT",
        "lt-LT",
        "lv-LV",
        "nb-NO",
        "nl-BE",
        "nl-NL",
        "pl-PL",
        "pt-BR",
        "pt-PT",
        "ro-RO",
        "ru-RU",
        "sk-SK",
        "sl-SI",
        "sr-Latn-CS",
        "sv-SE",
        "tr-TR",
        "uk-UA",
        "vi-VN",
    }.ToFrozenSet();

    /// <summary>The language as in <c>de-DE</c>; empty: unknown.</summary>
    public static string LocaleOf(int lcid) => Locales.GetValueOrDefault(lcid, "");

    /// <summary>The number of a language; 0: unknown.</summary>
    public static int LcidOf(string locale)
    {
        foreach (var (lcid, known) in Locales)
        {
            // 3082 is the same language as 1034, in another order of its letters.
            if (lcid != 3082 && known.Equals(locale, StringComparison.OrdinalIgnoreCase))
                return lcid;
        }
        return 0;
    }

    /// <summary>True where a comma stands before the fraction of a number.</summary>
    public static bool HasDecimalComma(int lcid) => DecimalComma.Contains(LocaleOf(lcid));
}
