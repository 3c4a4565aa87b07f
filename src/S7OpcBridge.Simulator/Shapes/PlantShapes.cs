using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Shapes;

/// <summary>
/// Selects a signal for a tag without one, so that a demo looks like a plant: alarms are rare, totals count, levels oscillate, other values drift.
/// </summary>
internal static class PlantShapes
{
    private static readonly string[] Texts = ["Idle", "Filling", "Running", "Draining", "Cleaning"];

    /// <summary>The signal of a tag; always the same for the same name.</summary>
    public static Shape For(in ShapedTag tag, ShapeTarget target, uint seed)
    {
        var (low, high) = RangeOf(tag, target);
        if (tag.Writable)
            return target.Kind == S7ValueKind.Text
                ? Shape.Hold(Texts[seed % Texts.Length])
                : Shape.Hold(tag.Low is null && tag.High is null ? 0 : (low + high) / 2);

        switch (target.Kind)
        {
            case S7ValueKind.Text:
                return Shape.Text(TimeSpan.FromSeconds(4 + seed % 8), Texts);
            case S7ValueKind.DateTime:
                return Shape.Clock();
            case S7ValueKind.Boolean:
                return ContainsAny(tag.Name, "alarm", "fault", "error", "warn", "störung", "trip")
                    ? Shape.Toggle(TimeSpan.FromSeconds(60 + seed % 60), on: 0.1)
                    : Shape.Toggle(TimeSpan.FromSeconds(2 + seed % 20), on: 0.6);
        }

        if (tag.Type.Kind is S7TypeKind.TimeOfDay or S7TypeKind.LTimeOfDay)
            return Shape.Clock();
        if (ContainsAny(tag.Name, "count", "total", "pieces", "number", "zähler"))
            return Shape.Counter(low, Math.Max(high, low + 1));
        if (ContainsAny(tag.Name, "level", "temp", "pressure", "füllstand"))
            return Shape.Sine(low + (high - low) * 0.1, low + (high - low) * 0.9, TimeSpan.FromSeconds(20 + seed % 40));
        return (seed % 3) switch
        {
            0 => Shape.Ramp(low, high, TimeSpan.FromSeconds(10 + seed % 30)),
            1 => Shape.Sine(low, high, TimeSpan.FromSeconds(10 + seed % 50)),
            _ => Shape.RandomWalk(low, high, (high - low) / 100),
        };
    }

    /// <summary>A hash of the name (FNV-1a) that is the same in every run, unlike <see cref="string.GetHashCode()"/>.</summary>
    public static uint SeedOf(ReadOnlySpan<char> name)
    {
        var hash = 2_166_136_261u;
        foreach (var character in name)
            hash = (hash ^ character) * 16_777_619;
        return hash;
    }

    private static (double Low, double High) RangeOf(in ShapedTag tag, ShapeTarget target)
    {
        var low = Math.Clamp(tag.Low ?? Math.Min(0, tag.High ?? 0), target.Least, target.Most);
        var high = Math.Clamp(tag.High ?? Math.Max(low + 1, DefaultHigh(target)), target.Least, target.Most);
        return low <= high ? (low, high) : (high, low);
    }

    private static double DefaultHigh(ShapeTarget target) =>
        target.Kind switch
        {
            S7ValueKind.Boolean => 1,
            S7ValueKind.Single or S7ValueKind.Double => 100,
            S7ValueKind.Duration => 60_000,
            _ => Math.Min(1000, target.Most),
        };

    private static bool ContainsAny(string? name, params ReadOnlySpan<string> words)
    {
        foreach (var word in words)
        {
            if (name is not null && name.Contains(word, StringComparison.OrdinalIgnoreCase))
                return true;
        }

        return false;
    }
}
