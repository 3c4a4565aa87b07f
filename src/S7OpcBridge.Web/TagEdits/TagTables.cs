using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text.Json;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Maps;

namespace S7OpcBridge.Web.TagEdits;

/// <summary>
/// The tags of the map with somebody's changes. The last few states are kept for who asks again while scrolling and typing, as long as the texts on disk are.
/// Any thread.
/// </summary>
/// <param name="texts">The texts on disk.</param>
internal sealed class TagTables(MapTexts texts)
{
    private const int MostKept = 3;

    // With the texts on disk go all that were made of them.
    private readonly ConditionalWeakTable<EditableMap, List<ShownTags>> _kept = [];

    /// <summary>The tags of a state that was shown; null: it is not kept any more, or the files have changed.</summary>
    /// <param name="state">The state; null: the texts on disk.</param>
    public ShownTags? Of(string? state)
    {
        if (state is null)
            return Of([], []);
        if (!_kept.TryGetValue(texts.Opened.Open(), out var kept))
            return null;
        lock (kept)
            return kept.Find(each => each.Key == state);
    }

    /// <summary>The tags with these changes.</summary>
    public ShownTags Of(IReadOnlyList<EditBody> edits, IReadOnlyList<TextBody> changed)
    {
        var map = texts.Opened.Open();
        var body = new CandidateBody(edits, changed);
        var key = Convert.ToHexString(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(body, MapJson.Default.CandidateBody)));
        var kept = _kept.GetOrCreateValue(map);
        lock (kept)
        {
            if (kept.Find(each => each.Key == key) is { } known)
            {
                kept.Remove(known);
                kept.Add(known);
                return known;
            }
        }
        var candidate = Candidate.Make(map, texts.Files, body);
        var table = TagTable.Read(candidate.Map, out var fault);
        var made = new ShownTags(key, table, fault is null ? null : $"The tags cannot be shown: {fault}.", candidate.Refused);
        lock (kept)
        {
            if (kept.Count >= MostKept)
                kept.RemoveAt(0);
            kept.Add(made);
        }
        return made;
    }
}

/// <summary>The tags of a state of the texts.</summary>
/// <param name="Key">Which changes it has.</param>
/// <param name="Table">The tags; null: they cannot be shown.</param>
/// <param name="Fault">Why not.</param>
/// <param name="Refused">Why a change was not made; null: all were.</param>
internal sealed record ShownTags(string Key, TagTable? Table, string? Fault, EditRefusal? Refused);
