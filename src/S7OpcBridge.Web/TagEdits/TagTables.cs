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
    public ShownTags? Shown(string? state)
    {
        if (state is null)
            return With([], []);
        if (!_kept.TryGetValue(texts.Opened.Open(), out var kept))
            return null;
        return Find(kept, state);
    }

    /// <summary>The tags with more edits than those of a state that was shown.</summary>
    public ShownTags More(ShownTags shown, IReadOnlyList<EditBody> edits)
    {
        if (edits.Count == 0 || shown.Refused is not null || shown.Table is not { } table)
            return shown;
        var key = KeysOf(Convert.FromHexString(shown.Key), edits).Last();
        var kept = _kept.GetOrCreateValue(texts.Opened.Open());
        return Find(kept, key) ?? Keep(kept, Make(key, table.Map, new CandidateBody(edits, []), 0));
    }

    /// <summary>The tags with these changes.</summary>
    public ShownTags With(IReadOnlyList<EditBody> edits, IReadOnlyList<TextBody> changed)
    {
        if (edits.Count > CandidateBody.MostEdits || changed.Count > CandidateBody.MostTexts)
            _ = new CandidateBody(edits, changed).ReadEdits(); // says which are too many
        var map = texts.Opened.Open();
        var bare = SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(new CandidateBody([], changed), MapJson.Default.CandidateBody));
        string[] keys = [Convert.ToHexString(bare), .. KeysOf(bare, edits)];
        var kept = _kept.GetOrCreateValue(map);
        if (Find(kept, keys[^1]) is { } known)
            return known;
        // Most often there is little more than a moment ago.
        ShownTags? before;
        lock (kept)
            before = kept.Where(each => each is { Refused: null, Table: not null } && Array.IndexOf(keys, each.Key) >= 0)
                .MaxBy(each => Array.IndexOf(keys, each.Key));
        var done = before is null ? 0 : Array.IndexOf(keys, before.Key);
        var rest = new CandidateBody([.. edits.Skip(done)], before is null ? changed : []);
        return Keep(kept, Make(keys[^1], before?.Table!.Map ?? map, rest, done));
    }

    private ShownTags Make(string key, EditableMap map, CandidateBody body, int done)
    {
        var candidate = Candidate.Make(map, texts.Files, body);
        var refused = candidate.Refused is { Edit: >= 0 } refusal ? refusal with { Edit = refusal.Edit + done } : candidate.Refused;
        var table = TagTable.Read(candidate.Map, out var fault);
        return new ShownTags(key, table, fault is null ? null : $"The tags cannot be shown: {fault}.", refused);
    }

    private static ShownTags? Find(List<ShownTags> kept, string key)
    {
        lock (kept)
        {
            if (kept.Find(each => each.Key == key) is not { } known)
                return null;
            kept.Remove(known);
            kept.Add(known);
            return known;
        }
    }

    private static ShownTags Keep(List<ShownTags> kept, ShownTags made)
    {
        lock (kept)
        {
            if (kept.Count >= MostKept)
                kept.RemoveAt(0);
            kept.Add(made);
            return made;
        }
    }

    // The key of a state is made of that of the one before it and the edit in between.
    private static IEnumerable<string> KeysOf(byte[] state, IReadOnlyList<EditBody> edits)
    {
        foreach (var edit in edits)
        {
            state = SHA256.HashData([
                .. state,
                .. JsonSerializer.SerializeToUtf8Bytes(new CandidateBody([edit], []), MapJson.Default.CandidateBody),
            ]);
            yield return Convert.ToHexString(state);
        }
    }
}

/// <summary>The tags of a state of the texts.</summary>
/// <param name="Key">Which changes it has.</param>
/// <param name="Table">The tags; null: they cannot be shown.</param>
/// <param name="Fault">Why not.</param>
/// <param name="Refused">Why a change was not made; null: all were.</param>
internal sealed record ShownTags(string Key, TagTable? Table, string? Fault, EditRefusal? Refused);
