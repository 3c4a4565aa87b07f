using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>A reload as people read it: the count first, then what came, went and changed, by name.</summary>
internal static class ReloadReport
{
    // A machine with a thousand tags is told by its PLC and the number; names in such a crowd help nobody.
    private const int Named = 20;

    /// <summary>The lines; none: nothing has changed.</summary>
    /// <param name="diff">What changes about PLCs and tags.</param>
    /// <param name="settings">What changes about the server.</param>
    /// <param name="permits">For the audit: what is permitted now and was not before.</param>
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
