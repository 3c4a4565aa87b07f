using System.Collections.Immutable;
using System.Text;
using S7OpcBridge.Core;

namespace S7OpcBridge.Map;

/// <summary>What a topic is made of.</summary>
/// <param name="Plc">Name of the PLC.</param>
/// <param name="Path">Path of the tag below it.</param>
/// <param name="Scan">Name of the scan class.</param>
/// <param name="Server">Name of the server.</param>
public readonly record struct MqttTopicParts(string Plc, TagPath Path, string Scan, string Server);

/// <summary>
/// A topic with placeholders: <c>{plc}</c>, <c>{group}</c> the folders of the tag, <c>{writer}</c> the same on one level with dots, <c>{tag}</c> its last
/// level, <c>{path}</c> folders and tag, <c>{scan}</c>, <c>{server}</c>. Folders become levels of the topic. Immutable; equal texts are equal.
/// </summary>
public sealed record MqttTopicTemplate
{
    /// <summary>Name of a WriterGroup or DataSetWriter that is made of no part of the tag.</summary>
    public const string All = "all";

    internal static readonly ImmutableArray<string> Placeholders = ["plc", "group", "path", "tag", "scan", "server", "writer"];

    private readonly ImmutableArray<Part> _parts;

    private MqttTopicTemplate(string text, ImmutableArray<Part> parts) => (Text, _parts) = (text, parts);

    private enum Kind : byte
    {
        Plc,
        Group,
        Path,
        Tag,
        Scan,
        Server,
        Writer,
        Literal,
    }

    private readonly record struct Part(Kind Kind, string Text);

    /// <summary>The template as written.</summary>
    public string Text { get; }

    /// <summary>True: tags of several PLCs have the same topic, unless the tags that are published are all of one.</summary>
    public bool SpansPlcs => !Has(Kind.Plc);

    /// <summary>True: no two tags have the same topic, except where characters are replaced.</summary>
    public bool IsOfOneTag => !SpansPlcs && (Has(Kind.Path) || Has(Kind.Tag) && (Has(Kind.Group) || Has(Kind.Writer)));

    /// <summary>Parses a template.</summary>
    /// <param name="text">The text.</param>
    /// <param name="unknown">The first word in braces that is no placeholder; empty: the braces are not closed. Null: the template is valid.</param>
    internal static MqttTopicTemplate? Parse(string text, out string? unknown)
    {
        var parts = ImmutableArray.CreateBuilder<Part>();
        var rest = text;
        while (rest.Length > 0)
        {
            var brace = rest.AsSpan().IndexOfAny('{', '}');
            if (brace != 0)
            {
                parts.Add(new Part(Kind.Literal, brace < 0 ? rest : rest[..brace]));
                rest = brace < 0 ? "" : rest[brace..];
                continue;
            }
            var end = rest.IndexOf('}', StringComparison.Ordinal);
            var word = rest[0] == '{' && end > 0 ? rest[1..end] : "";
            if (Placeholders.IndexOf(word) is not (>= 0 and var kind))
            {
                unknown = word;
                return null;
            }
            parts.Add(new Part((Kind)kind, word));
            rest = rest[(end + 1)..];
        }
        unknown = null;
        return new MqttTopicTemplate(text, parts.ToImmutable());
    }

    /// <summary>One level of a topic made of a name: characters that MQTT forbids or gives a meaning to become <c>_</c>, and so does an empty name.</summary>
    public static string Level(string name)
    {
        if (name.Length == 0)
            return "_";
        if (name[0] != '$' && FirstForbidden(name) < 0)
            return name;
        var level = name.ToCharArray();
        if (level[0] == '$')
            level[0] = '_';
        for (int at; (at = FirstForbidden(level)) >= 0; )
            level[at] = '_';
        return new string(level);
    }

    /// <summary>The topic of a tag.</summary>
    public string TopicOf(in MqttTopicParts tag)
    {
        var topic = new StringBuilder(64);
        foreach (var part in _parts)
        {
            if (part.Kind != Kind.Literal)
                Append(topic, part.Kind, tag, '/');
            // A tag without folders has no level for them.
            else if (topic.Length == 0 || topic[^1] == '/')
                topic.Append(part.Text.AsSpan(part.Text[0] == '/' ? 1 : 0));
            else
                topic.Append(part.Text);
        }
        if (topic.Length > 0 && topic[^1] == '/')
            topic.Length--;
        return topic.Length == 0 ? All : topic.ToString();
    }

    /// <summary>
    /// Where a tag is published. The WriterGroup is the PLC, the DataSetWriter the parts of the tag that the topic has, with dots; each is <see cref="All"/>
    /// where the topic has no such part.
    /// </summary>
    public MqttPlace PlaceOf(in MqttTopicParts tag, MqttRate rate)
    {
        var writer = new StringBuilder(64);
        if (Has(Kind.Path))
        {
            Append(writer, Kind.Path, tag, '.');
        }
        else
        {
            if (Has(Kind.Group) || Has(Kind.Writer))
                Append(writer, Kind.Group, tag, '.');
            if (Has(Kind.Tag))
                Append(Separated(writer), Kind.Tag, tag, '.');
        }
        if (Has(Kind.Scan))
            Append(Separated(writer), Kind.Scan, tag, '.');
        return new MqttPlace(
            TopicOf(tag),
            SpansPlcs ? All : Level(tag.Plc),
            writer.Length == 0 ? All : writer.ToString(),
            SpansPlcs ? $"{tag.Plc}/{tag.Path}" : tag.Path.ToString(),
            rate
        );
    }

    /// <inheritdoc/>
    public bool Equals(MqttTopicTemplate? other) => other is not null && Text == other.Text;

    /// <inheritdoc/>
    public override int GetHashCode() => Text.GetHashCode(StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString() => Text;

    private static StringBuilder Separated(StringBuilder text) => text.Length == 0 ? text : text.Append('.');

    private static void Append(StringBuilder text, Kind kind, in MqttTopicParts tag, char separator)
    {
        switch (kind)
        {
            case Kind.Plc:
                text.Append(Level(tag.Plc));
                break;
            case Kind.Tag:
                text.Append(Level(tag.Path.Leaf));
                break;
            case Kind.Scan:
                text.Append(Level(tag.Scan));
                break;
            case Kind.Server:
                text.Append(Level(tag.Server));
                break;
            case Kind.Writer when tag.Path.Folder.Length == 0:
                text.Append(All);
                break;
            case Kind.Writer:
                AppendLevels(text, tag.Path.Folder, '.');
                break;
            case Kind.Group when tag.Path.Folder.Length > 0:
                AppendLevels(text, tag.Path.Folder, separator);
                break;
            case Kind.Path:
                if (tag.Path.Folder.Length > 0)
                {
                    AppendLevels(text, tag.Path.Folder, separator);
                    text.Append(separator);
                }
                text.Append(Level(tag.Path.Leaf));
                break;
        }
    }

    private static void AppendLevels(StringBuilder text, string folder, char separator)
    {
        var rest = folder;
        for (int slash; (slash = rest.IndexOf('/', StringComparison.Ordinal)) >= 0; rest = rest[(slash + 1)..])
            text.Append(Level(rest[..slash])).Append(separator);
        text.Append(Level(rest));
    }

    private bool Has(Kind kind)
    {
        foreach (var part in _parts)
        {
            if (part.Kind == kind)
                return true;
        }
        return false;
    }

    /// <summary>
    /// Index of the first character that a topic must not have, or that a broker may refuse: + # /, control characters, half a surrogate pair, and numbers that
    /// are no characters (MQTT 5, 1.5.4); -1: none.
    /// </summary>
    internal static int FirstForbidden(ReadOnlySpan<char> name)
    {
        for (var i = 0; i < name.Length; i++)
        {
            var letter = name[i];
            if (char.IsHighSurrogate(letter) && i + 1 < name.Length && char.IsLowSurrogate(name[i + 1]))
            {
                if ((char.ConvertToUtf32(letter, name[i + 1]) & 0xFFFE) == 0xFFFE)
                    return i;
                i++;
            }
            else if (
                letter is '+' or '#' or '/' or (>= '\uFDD0' and <= '\uFDEF') or >= '\uFFFE'
                || char.IsControl(letter)
                || char.IsSurrogate(letter)
            )
                return i;
        }
        return -1;
    }
}
