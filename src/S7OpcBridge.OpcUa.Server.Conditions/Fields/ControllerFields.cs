namespace S7OpcBridge.OpcUa.Server.Conditions.Fields;

/// <summary>The fields that ControllerAlarmType adds to AlarmConditionType; their browse names are of the namespace of the application.</summary>
internal static class ControllerFields
{
    private const uint UtcTime = 294;
    private const string AdditionalText = "AdditionalText";

    private static readonly ConditionDetails Nothing = new();

    /// <summary>Name and data type of each; an array is an array of String.</summary>
    public static readonly (string Name, uint DataType, bool IsArray)[] All =
    [
        ("AlarmId", Ids.UInt64, false),
        ("ControllerTime", UtcTime, false),
        ("InfoText", Ids.LocalizedText, false),
        .. Enumerable.Range(1, ConditionDetails.MostTexts).Select(static i => ($"{AdditionalText}{i}", Ids.LocalizedText, false)),
        ("AssociatedValues", Ids.String, true),
    ];

    /// <summary>True for the name of one of them.</summary>
    public static bool Has(ReadOnlySpan<char> name)
    {
        foreach (var (one, _, _) in All)
        {
            if (name.SequenceEqual(one))
                return true;
        }

        return false;
    }

    /// <summary>Reads one; empty where the system says nothing of it. False: the name is none of them.</summary>
    public static bool TryRead(string name, ConditionDetails? details, IReadOnlyList<string?>? locales, out Variant value)
    {
        value = default;
        if (!Has(name))
            return false;
        details ??= Nothing;
        value = name switch
        {
            "AlarmId" => Variant.From(details.AlarmId),
            "ControllerTime" => Variant.FromDateTime(details.Time),
            "InfoText" => TextOf(details.Info, locales),
            "AssociatedValues" => Variant.FromArray(BuiltInType.String, details.Values.ToArray()),
            _ => TextOf(
                name[AdditionalText.Length] - '1' is var place && place < details.Additional.Length ? details.Additional[place] : null,
                locales
            ),
        };
        return true;
    }

    /// <summary>True for the value of a text that there is not, or of a field that the condition does not have: it need not be stored.</summary>
    public static bool IsEmpty(in Variant value) => value.IsNull || value.Reference is LocalizedText { Text: null };

    private static Variant TextOf(ConditionText? text, IReadOnlyList<string?>? locales) => Variant.From(text?.In(locales) ?? default);
}
