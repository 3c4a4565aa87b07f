using System.Globalization;
using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>A text of an alarm in its languages, with the values of tags in it.</summary>
internal sealed class AlarmMessage
{
    private const int LongestValue = 200;
    private static readonly CompositeFormat Nothing = CompositeFormat.Parse("");

    private readonly (string Locale, CompositeFormat Format)[] _texts;
    private readonly Field[] _fields;

    private readonly record struct Field(int Tag, AlarmField Form, TagStates? States);

    private AlarmMessage((string, CompositeFormat)[] texts, Field[] fields) => (_texts, _fields) = (texts, fields);

    /// <summary>The text where it has no values of tags.</summary>
    public static ConditionText Plain(AlarmText text) =>
        new([
            .. text.Languages.Select(local => new LocalizedText(
                string.Format(CultureInfo.InvariantCulture, local.Text),
                LocaleOf(local.Locale)
            )),
        ]);

    /// <summary>The message; null where it has no values of tags.</summary>
    /// <param name="find">Finds the tag of a path; null: there is none.</param>
    public static AlarmMessage? From(AlarmText text, Func<string, Tag?> find)
    {
        if (text.Fields.IsEmpty)
            return null;
        var fields = text.Fields.Select(field =>
            find(field.Path) is { } tag ? new Field(tag.Id, field, tag.Details?.States) : new Field(-1, field, null)
        );
        return new AlarmMessage([.. text.Languages.Select(local => (local.Locale, Parse(local.Text)))], [.. fields]);
    }

    /// <summary>The text with the values as they are now.</summary>
    public ConditionText With(Func<int, TagValue> read)
    {
        var values = new object[_fields.Length];
        for (var i = 0; i < values.Length; i++)
            values[i] = _fields[i].Tag < 0 ? "?" : Show(read(_fields[i].Tag), _fields[i]);
        return new ConditionText([
            .. _texts.Select(text => new LocalizedText(
                string.Format(CultureInfo.InvariantCulture, text.Format, values),
                LocaleOf(text.Locale)
            )),
        ]);
    }

    private static string? LocaleOf(string locale) => locale.Length == 0 ? null : locale;

    private static CompositeFormat Parse(string text) => text.Length == 0 ? Nothing : CompositeFormat.Parse(text);

    private static string Show(in TagValue value, Field field)
    {
        var culture = CultureInfo.InvariantCulture;
        if (value.IsArray && value.Reference is Array elements)
            return $"[{elements.Length}]";
        if (value.Kind is >= TagValueKind.SByte and <= TagValueKind.UInt64 && field.States?.TextOf(value.Bits) is { } state)
            return state;
        var text = value.Kind switch
        {
            TagValueKind.None => "?",
            TagValueKind.Boolean => value.Bits != 0 ? "1" : "0",
            TagValueKind.Text => value.Reference as string ?? "",
            TagValueKind.DateTime => new DateTime(value.Bits, DateTimeKind.Utc).ToString("u", culture),
            _ when field.Form.Hexadecimal && value.Kind <= TagValueKind.UInt64 => (value.Bits & MaskOf(value.Kind)).ToString("X", culture),
            TagValueKind.Single when field.Form.Decimals < 0 => BitConverter.Int32BitsToSingle((int)value.Bits).ToString(culture),
            TagValueKind.UInt64 when field.Form.Decimals <= 0 => ((ulong)value.Bits).ToString(culture),
            >= TagValueKind.SByte and <= TagValueKind.Int64 when field.Form.Decimals <= 0 => value.Bits.ToString(culture),
            _ => (ValueBits.NumberOf(value) ?? double.NaN).ToString(field.Form.Decimals < 0 ? "R" : $"F{field.Form.Decimals}", culture),
        };
        return text.Length <= LongestValue ? text : text[..LongestValue];
    }

    private static long MaskOf(TagValueKind kind) =>
        kind switch
        {
            TagValueKind.SByte or TagValueKind.Byte => 0xFF,
            TagValueKind.Int16 or TagValueKind.UInt16 => 0xFFFF,
            TagValueKind.Int32 or TagValueKind.UInt32 => 0xFFFF_FFFF,
            _ => -1,
        };
}
