using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Types;

namespace S7OpcBridge.Map.Keys;

/// <summary>All keys of one kind of mapping.</summary>
/// <param name="Noun">What the mapping describes, as the reader of a finding would call it: tag, PLC, scan class.</param>
internal abstract record KeyTable(string Noun)
{
    public abstract IReadOnlyList<MapKey> Keys { get; }

    public IEnumerable<string> Names => Keys.Select(key => key.Name);
}

/// <inheritdoc cref="KeyTable"/>
internal sealed record KeyTable<T> : KeyTable
{
    private readonly MapKey<T>[] _keys;
    private readonly FrozenDictionary<string, int> _index;

    public KeyTable(string noun, params MapKey<T>[] keys)
        : base(noun)
    {
        _keys = keys;
        _index = keys.Select((key, i) => (key.Name, i)).ToFrozenDictionary(k => k.Name, k => k.i);
    }

    public override IReadOnlyList<MapKey> Keys => _keys;

    /// <summary>Finds a key by its name.</summary>
    public bool TryFind(string name, [NotNullWhen(true)] out MapKey<T>? key)
    {
        key = _index.TryGetValue(name, out var i) ? _keys[i] : null;
        return key is not null;
    }

    /// <summary>A table of some of these keys, for a mapping with another noun.</summary>
    public KeyTable<T> Only(string noun, IReadOnlyCollection<string> names) => new(noun, [.. _keys.Where(key => names.Contains(key.Name))]);

    /// <summary>Reads a whole mapping; false where there is none.</summary>
    public bool Read(YamlReader yaml, T target)
    {
        if (!yaml.EnterMapping($"a mapping with the keys of a {Noun}"))
            return false;
        ReadEntered(yaml, target);
        return true;
    }

    /// <summary>Reads the keys of a mapping that was entered, up to its end.</summary>
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
                    yaml.Findings.Trap(spot, $"inside {{ }} a comma ends the value, and the decimal sign is a point: write {number}");
                    yaml.Skip();
                    continue;
                }
                var trap = YamlTraps.CommaCutsAddress(lastText, name, yaml);
                yaml.Findings.Error(spot, trap ?? Explain(name));
                if (trap is not null || !_index.TryGetValue(Meant(name), out i))
                {
                    yaml.Skip();
                    continue;
                }
                // Read as what was meant: a mistyped key is one mistake, not that and a missing one.
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

    /// <summary>The key that an unknown one meant, or an empty text.</summary>
    private string Meant(string name) => Noun == "PLC" && IsHost(name) ? "host" : NearestWord.Of(name, Names) ?? "";

    private static bool IsHost(string name) => name.ToLowerInvariant() is "address" or "adress" or "addr" or "ip" or "ipaddress" or "ip_address" or "hostname";

    private string Explain(string name) => name switch
    {
        _ when Noun == "PLC" && IsHost(name) => $"unknown key '{name}' of a PLC; its address is the key 'host'",
        EntryKeys.Group or EntryKeys.Use or EntryKeys.From or EntryKeys.Tags when Noun is "group" or "template use" or "source" => $"'{name}' does not go with the other keys of this {Noun}; make two entries of it, or a group with the other inside 'tags'",
        EntryKeys.Group or EntryKeys.Use or EntryKeys.From or EntryKeys.Browse => $"'{name}' belongs into a list of tags; write it there as an entry of its own",
        "db" when Noun == "tag" => "'db' belongs to a group or a use; write 'address: DB10.DBD4' here, or put the tag into a group with 'db'",
        "route" when Noun == "PLC" => "'route' is not there: S7 routing to a subnet behind another CPU needs connection parameters that are documented nowhere; let this machine reach the subnet by IP, or read the values from the CPU in between",
        _ => $"unknown key '{Excerpt.OfKey(name)}' of a {Noun}; {NearestWord.Hint(name, [.. Names])}",
    };
}

/// <summary>One key of a mapping in the tag map: known to the loader, to the schema and to the documentation from this one row.</summary>
/// <param name="Name">As written in the map.</param>
/// <param name="Shape">What its value looks like.</param>
/// <param name="Help">A line for editors: meaning, unit, default.</param>
internal abstract record MapKey(string Name, KeyShape Shape, string Help);

/// <inheritdoc cref="MapKey"/>
/// <param name="Name">As written in the map.</param>
/// <param name="Shape">What its value looks like.</param>
/// <param name="Help">A line for editors: meaning, unit, default.</param>
/// <param name="Read">Reads the value into what is being written down; consumes exactly one node.</param>
internal sealed record MapKey<T>(string Name, KeyShape Shape, string Help, Action<YamlReader, T> Read) : MapKey(Name, Shape, Help);

/// <summary>The keys by which the kinds of entries in a list of tags are told apart.</summary>
internal static class EntryKeys
{
    public const string From = "from", Use = "use", Group = "group", Tags = "tags", Browse = "browse";
}
