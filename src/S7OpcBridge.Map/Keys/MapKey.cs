using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.Keys;

/// <summary>One key of a mapping in the tag map: known to the loader, to the schema and to the documentation from this one row.</summary>
/// <param name="Name">As written in the map.</param>
/// <param name="Shape">What its value looks like.</param>
/// <param name="Help">A line for editors: meaning, unit, default.</param>
internal abstract record MapKey(string Name, KeyShape Shape, string Help)
{
    /// <summary>True while the feature behind the key is not there: the loader says so instead of ignoring the key.</summary>
    public bool Later { get; init; }
}

/// <inheritdoc cref="MapKey"/>
/// <param name="Name">As written in the map.</param>
/// <param name="Shape">What its value looks like.</param>
/// <param name="Help">A line for editors: meaning, unit, default.</param>
/// <param name="Read">Reads the value into what is being written down; consumes exactly one node.</param>
internal sealed record MapKey<T>(string Name, KeyShape Shape, string Help, Action<YamlReader, T> Read) : MapKey(Name, Shape, Help);
