using System.Net;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Tests.Playback;

/// <summary>A wire log in a file of its own, written by clients and played back.</summary>
internal sealed class Recorded : IDisposable
{
    private readonly Lock _gate = new();
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"s7opcbridge-{Guid.NewGuid():N}.wirelog");

    /// <summary>What reading and playing said.</summary>
    public List<string> Told { get; } = [];

    public string Text => File.ReadAllText(_path);

    public void Classic(S7WireEntry entry) => Add($"Line 1 {entry}");

    public void Plus(S7PlusWireEntry entry) => Add($"Packer {entry}");

    public void Add(string line)
    {
        lock (_gate)
            File.AppendAllText(_path, line + "\n");
    }

    public async Task<RecordedPlc> PlayAsync(CancellationToken cancel, TimeProvider? time = null)
    {
        var recordings = await ReadAsync(cancel);
        var plc = new RecordedPlc(recordings[0], Tell, time ?? TimeProvider.System);
        plc.Start(IPAddress.Loopback, 0);
        return plc;
    }

    public Task<IReadOnlyList<WireRecording>> ReadAsync(CancellationToken cancel) => WireRecording.ReadAsync(_path, Tell, cancel);

    public string[] Sentences()
    {
        lock (_gate)
            return [.. Told];
    }

    public void Dispose() => File.Delete(_path);

    private void Tell(string sentence)
    {
        lock (_gate)
            Told.Add(sentence);
    }
}
