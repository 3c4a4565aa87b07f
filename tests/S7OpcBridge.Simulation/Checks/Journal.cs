using System.Globalization;

namespace S7OpcBridge.Simulation.Checks;

/// <summary>What happened in a run, as a hash over all of it, and the last lines as text.</summary>
internal sealed class Journal(Func<long> now, TextWriter? all)
{
    private const int Kept = 60;
    private const ulong Prime = 1_099_511_628_211;

    private readonly Queue<string> _last = new();

    /// <summary>Equal where all that was noted, and its times, are equal.</summary>
    public ulong Hash { get; private set; } = 14_695_981_039_346_656_037;

    public IEnumerable<string> Last => _last;

    public void Note(string what)
    {
        Add((ulong)now());
        foreach (var character in what)
            Add(character);
        if (_last.Count == Kept)
            _last.Dequeue();
        var line = string.Create(CultureInfo.InvariantCulture, $"{now() / (double)TimeSpan.TicksPerSecond, 12:0.000000} {what}");
        _last.Enqueue(line);
        all?.WriteLine(line);
    }

    // FNV-1a.
    private void Add(ulong value) => Hash = (Hash ^ value) * Prime;
}
