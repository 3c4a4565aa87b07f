using S7OpcBridge.Import.Finishing;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Writing;

namespace S7OpcBridge.Import;

/// <summary>All tags of an import before a map is written of them: the neutral list with names that the map takes. Immutable.</summary>
public sealed class ImportList
{
    internal ImportList(ImportDraft draft)
    {
        Options = draft.Options;
        Report = draft.Report;
        Plant = new Finisher(draft).Finish();
    }

    /// <summary>What was taken, changed and left out.</summary>
    public ImportReport Report { get; }

    /// <summary>Number of all tags.</summary>
    public int Tags => Plant.Plcs.Sum(static plc => plc.Tags.Count);

    /// <summary>True where something can go into a map.</summary>
    public bool HasTags => Plant.Plcs.Count > 0;

    internal ImportOptions Options { get; }

    internal ImportedPlant Plant { get; }

    /// <summary>The PLCs with their tags, in the form in which they can be inserted into a map.</summary>
    public IReadOnlyList<OfferedPlc> Offer() => [.. Plant.Plcs.Select(PlcObjects.Make)];

    /// <summary>Makes edits that put some tags into a map that is there, as the map of them would be written.</summary>
    /// <param name="plc">The PLC of this import.</param>
    /// <param name="tags">Names of its tags.</param>
    /// <param name="name">The PLC in the map.</param>
    /// <param name="templates">Names of the templates that the map has.</param>
    /// <param name="isTaken">Whether a file of a name is there already.</param>
    /// <returns>Null: this import has no such PLC.</returns>
    public TakenTags? Take(string plc, IReadOnlySet<string> tags, string name, IEnumerable<string> templates, Func<string, bool> isTaken) =>
        Plant.Plcs.FirstOrDefault(each => each.Name == plc) is { } found
            ? PlcEdits.Make(
                found with
                {
                    Name = name,
                    Tags = [.. found.Tags.Where(tag => tags.Contains(tag.Name))],
                },
                Options,
                templates,
                isTaken
            )
            : null;

    /// <summary>Makes the map of all tags.</summary>
    /// <param name="file">Name of the map's file, without folder.</param>
    public ImportResult Write(string file) => Write(Plant, Options, file);

    /// <summary>Makes the map of some of the tags.</summary>
    internal ImportResult Write(ImportedPlant plant, ImportOptions options, string file) =>
        plant.Plcs.Count == 0
            ? new ImportResult(
                plant.Messages.Count == 0 ? [] : [(MapFiles.TextFileOf(file, "", []), MessageWriter.Table(plant.Messages))],
                Report
            )
            : new ImportResult(
                MapFiles.Write(plant, file, options, Report.Sources.Select(source => $"{source.Path} ({source.Format})"), []),
                Report
            )
            {
                Plcs = plant.Plcs.Count,
                HasOpenHost = options.Host is null && plant.Plcs.Any(plc => plc.Facts.Host is null),
            };
}
