using S7OpcBridge.Import.Lists;

namespace S7OpcBridge.Import;

/// <summary>The tags that were chosen at one time. Immutable; any thread.</summary>
public sealed class ChosenTags
{
    private readonly ImportList _list;
    private readonly ImportedPlant _plant;

    internal ChosenTags(ImportList list, ImportedPlant plant)
    {
        (_list, _plant) = (list, plant);
        Count = plant.Plcs.Sum(plc => plc.Tags.Count);
    }

    /// <summary>Number of tags.</summary>
    public int Count { get; }

    /// <summary>Makes the map of them.</summary>
    /// <param name="file">Name of the map's file, without folder.</param>
    /// <returns>No files where nothing is chosen.</returns>
    public ImportResult Write(string file) => _list.Write(_plant, _list.Options, file);
}
