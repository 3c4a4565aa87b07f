using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Keys;

/// <summary>All keys of one kind of mapping.</summary>
/// <param name="Noun">What the mapping describes, as findings name it: tag, PLC, scan class.</param>
internal abstract record KeyTable(string Noun)
{
    /// <summary>What a map file that another one includes is called.</summary>
    public const string IncludedMap = "included map";

    public abstract IReadOnlyList<MapKey> Keys { get; }

    /// <summary>The noun with its article.</summary>
    protected string OneNoun => "aeiou".Contains(Noun[0], StringComparison.Ordinal) ? $"an {Noun}" : $"a {Noun}";

    public IEnumerable<string> Names => Keys.Select(key => key.Name);
}

/// <inheritdoc cref="KeyTable"/>
internal sealed record KeyTable<T> : KeyTable
{
    // One bit each for the keys of a mapping that were seen.
    private const int MostKeys = 64;

    private readonly MapKey<T>[] _keys;
    private readonly FrozenDictionary<string, int> _index;

    /// <exception cref="ArgumentOutOfRangeException">More than 64 keys.</exception>
    public KeyTable(string noun, params MapKey<T>[] keys)
        : base(noun)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(keys.Length, MostKeys, nameof(keys));
        _keys = keys;
        _index = keys.Select((key, i) => (key.Name, i)).ToFrozenDictionary(k => k.Name, k => k.i);
    }

    public override IReadOnlyList<MapKey> Keys => _keys;

    public bool TryFind(string name, [NotNullWhen(true)] out MapKey<T>? key)
    {
        key = _index.TryGetValue(name, out var i) ? _keys[i] : null;
        return key is not null;
    }

    /// <summary>A table with some of these keys, for a mapping with another noun.</summary>
    public KeyTable<T> Only(string noun, IReadOnlyCollection<string> names) => new(noun, [.. _keys.Where(key => names.Contains(key.Name))]);

    /// <summary>Reads a whole mapping; false where there is none.</summary>
    public bool Read(YamlReader yaml, T target)
    {
        if (!yaml.EnterMapping($"a mapping with the keys of {OneNoun}"))
            return false;
        ReadEntered(yaml, target);
        return true;
    }

    /// <summary>Reads the keys of an entered mapping to its end.</summary>
    public void ReadEntered(YamlReader yaml, T target)
    {
        ulong seen = 0;
        string? lastText = null;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            if (!_index.TryGetValue(name, out var i))
            {
                if (yaml.AtNothing && DecimalComma.Joined(lastText, name) is { } number)
                {
                    yaml.Findings.SyntaxError(
                        spot,
                        $"inside {{ }} a comma ends the value, and the decimal sign is a point: write {number}"
                    );
                    yaml.Skip();
                    continue;
                }
                if (MissingBlank(name, yaml) is { } missing)
                {
                    yaml.Findings.SyntaxError(spot, missing);
                    yaml.Skip();
                    continue;
                }
                var hint = YamlSyntaxHints.CommaCutsAddress(lastText, name, yaml);
                yaml.Findings.Error(spot, hint ?? Explain(name));
                if (hint is not null || !_index.TryGetValue(Meant(name), out i))
                {
                    yaml.Skip();
                    continue;
                }
                // Read as the intended key, so that a mistyped key does not also count as a missing one.
                name = _keys[i].Name;
            }
            var key = _keys[i];
            if ((seen & (1UL << i)) != 0)
                yaml.Findings.Error(spot, $"'{name}' is given twice; remove one of them");
            seen |= 1UL << i;
            lastText = yaml.Peek;
            yaml.Key = name;
            key.Read(yaml, target);
        }
    }

    // The value may be a secret, except at a tag.
    private string? MissingBlank(string name, YamlReader yaml) =>
        YamlSyntaxHints.KeyOf(name, yaml) is { } key && _index.ContainsKey(key)
            ? YamlSyntaxHints.MissingBlank(name, key, showsValue: Noun == "tag")
            : null;

    /// <summary>The key that an unknown one probably stands for; empty: none.</summary>
    private string Meant(string name) => Noun == "PLC" && IsHost(name) ? "host" : NearestWord.Find(name, Names) ?? "";

    private static bool IsHost(string name) =>
        name.ToLowerInvariant() is "address" or "adress" or "addr" or "ip" or "ipaddress" or "ip_address" or "hostname";

    private string Explain(string name) =>
        name switch
        {
            _ when Noun == "PLC" && IsHost(name) => $"unknown key '{name}' of a PLC; its address is the key 'host'",
            EntryKeys.Group or EntryKeys.Use or EntryKeys.From or EntryKeys.Tags when Noun is "group" or "template use" or "source" =>
                $"'{name}' cannot be combined with the other keys of this {Noun}; make two entries of it, or a group with the other inside 'tags'",
            EntryKeys.Group or EntryKeys.Use or EntryKeys.From or EntryKeys.Browse =>
                $"'{name}' belongs in a list of tags; write it there as a separate entry",
            "server" or "web" or "otlp" or "log" or "alarms" or "cluster" or "mqtt" when Noun == IncludedMap =>
                $"'{name}' belongs to the whole bridge: move it into the map that includes this file",
            EntryKeys.Tags or "host" or "profile" or "scan" when Noun is "tag map" or IncludedMap =>
                $"'{name}' belongs to a PLC: move it below 'plcs:', into an entry that begins with '- name: Line1'",
            "db" when Noun == "tag" =>
                "'db' belongs to a group or a use; write 'address: DB10.DBD4' here, or put the tag into a group with 'db'",
            "route" when Noun == "PLC" =>
                "'route' is not supported: S7 routing to a subnet behind another CPU needs undocumented connection parameters; make the "
                    + "subnet reachable by IP, or read the values from the CPU in between",
            _ => $"unknown key '{Excerpt.FromKey(name)}' of {OneNoun}; {NearestWord.Hint(name, [.. Names])}",
        };
}

/// <summary>One key of a mapping in the tag map: this row defines it for the loader, the schema and the documentation.</summary>
/// <param name="Name">Name as written in the map.</param>
/// <param name="Shape">Schema of its value.</param>
/// <param name="Help">One line for editors: meaning, unit, default.</param>
internal abstract record MapKey(string Name, KeyShape Shape, string Help);

/// <inheritdoc cref="MapKey"/>
/// <param name="Name">Name as written in the map.</param>
/// <param name="Shape">Schema of its value.</param>
/// <param name="Help">One line for editors: meaning, unit, default.</param>
/// <param name="Read">Reads the value into the target; consumes exactly one node.</param>
internal sealed record MapKey<T>(string Name, KeyShape Shape, string Help, Action<YamlReader, T> Read) : MapKey(Name, Shape, Help);

/// <summary>The keys that distinguish the kinds of entries in a list of tags.</summary>
internal static class EntryKeys
{
    public const string From = "from",
        Use = "use",
        Group = "group",
        Tags = "tags",
        Browse = "browse";
}
