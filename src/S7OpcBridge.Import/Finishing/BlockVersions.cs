using S7OpcBridge.Import.Lists;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Finishing;

/// <summary>
/// Data blocks that several sources declare. Where they say the same, they are one; where they differ, nobody can tell which one the CPU has, so none of
/// them is taken.
/// </summary>
internal sealed class BlockVersions(ImportDraft draft)
{
    private readonly Dictionary<(string Plc, string Block), List<Version>> _versions = [];

    /// <summary>Notes the tags of a declaration: those that the list has from one on.</summary>
    /// <param name="block">The declaration.</param>
    /// <param name="number">Number of the block; null: not known, its name counts.</param>
    /// <param name="levels">Levels of the block's own path.</param>
    /// <param name="first">Its first tag in the list.</param>
    public void Add(ImportedBlock block, int? number, int levels, int first)
    {
        var key = (block.Plc, number is { } known ? $"DB{known}" : block.Name.ToUpperInvariant());
        if (!_versions.TryGetValue(key, out var versions))
            _versions.Add(key, versions = []);
        versions.Add(new Version(block, levels, first, draft.Tags.Count - first));
    }

    /// <summary>Removes the tags of blocks that are declared differently.</summary>
    public void Resolve()
    {
        var gone = new HashSet<int>();
        foreach (var (key, versions) in ByOnePlc())
        {
            if (
                versions.Count < 2
                || ShapeOf(versions[0]) is var shape && versions.TrueForAll(version => ShapeOf(version).SetEquals(shape))
            )
                continue;
            foreach (var version in versions)
            {
                var other = ReferenceEquals(version, versions[0]) ? versions[1] : versions[0];
                draft.LeaveOut(
                    version.Block.Spot,
                    version.Block.Name,
                    $"'{key}' is declared differently at {other.Block.Spot}, and nobody can tell which one "
                        + "the CPU has: neither is taken; import the one that is in the CPU only",
                    version.Count
                );
                gone.UnionWith(Enumerable.Range(version.First, version.Count));
            }
        }
        if (gone.Count > 0)
            draft.Replace(draft.Tags.Where((_, i) => !gone.Contains(i)));
    }

    // A source that names no PLC is of the one PLC that others name.
    private IEnumerable<(string Block, List<Version> Versions)> ByOnePlc()
    {
        var plcs = _versions.Keys.Select(key => key.Plc).Where(plc => plc.Length > 0).Distinct().ToList();
        return _versions
            .GroupBy(entry => (plcs.Count == 1 ? plcs[0] : entry.Key.Plc, entry.Key.Block))
            .Select(group => (group.Key.Block, group.SelectMany(entry => entry.Value).ToList()));
    }

    // Name below the block, place and type of each tag.
    private HashSet<(string, S7Address?, S7DataType)> ShapeOf(Version version)
    {
        var shape = new HashSet<(string, S7Address?, S7DataType)>();
        for (var i = version.First; i < version.First + version.Count; i++)
        {
            var tag = draft.Tags[i];
            shape.Add((string.Join('/', tag.Path.Skip(version.Levels)).ToUpperInvariant(), tag.Address, tag.Type));
        }
        return shape;
    }

    private sealed record Version(ImportedBlock Block, int Levels, int First, int Count);
}
