using S7OpcBridge.Core;

namespace S7OpcBridge.Map;

/// <summary>Formats a reload for the log: the counts first, then added, removed and changed entries by name.</summary>
public static class ReloadReport
{
    // Above this number tags are counted per PLC instead of named.
    private const int Named = 20;

    /// <summary>The lines; empty: nothing has changed.</summary>
    /// <param name="diff">The changes of PLCs and tags.</param>
    /// <param name="settings">The changes of the server's settings.</param>
    /// <param name="permits">For the audit: what is newly permitted.</param>
    public static List<string> Lines(MapDiff diff, SettingsChange settings, out List<string> permits)
    {
        var lines = new List<string>();
        if (!diff.IsEmpty)
            lines.Add($"Tags {diff.Short}.");
        Add("+ PLC ", diff.AddedPlcs);
        Add("− PLC ", diff.RemovedPlcs);
        Add("~ ", [.. diff.ChangedPlcs.Select(Words)]);
        Add("+ ", diff.Added);
        Add("− ", diff.Removed);
        Add("~ ", [.. diff.Changed.Select(Words)]);
        lines.AddRange(settings.Users);
        permits = [.. diff.MoreWrites.Take(Named), .. settings.Permits];
        if (diff.MoreWrites.Length > Named)
            permits.Add($"{diff.MoreWrites.Length - Named} more tags may be written now.");
        return lines;

        void Add(string sign, IReadOnlyList<string> names)
        {
            lines.AddRange(names.Take(Named).Select(name => sign + name));
            if (names.Count > Named)
                lines.Add($"{sign}… and {names.Count - Named} more");
        }
    }

    private static string Words(MapChange change) => $"{change.Name}: {change.What}";
}
