using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Numerics;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>A node in another process (<see cref="NodeProgram"/>), seen from outside.</summary>
internal sealed class NodeProcess : IAsyncDisposable
{
    private readonly Process _process;
    private readonly string _file;
    private readonly ConcurrentQueue<string> _log = new();

    private NodeProcess(string name, Process process, string file) => (Name, _process, _file) = (name, process, file);

    public string Name { get; }

    public int Id => _process.Id;

    public string Log => string.Join('\n', _log);

    /// <summary>How many PLCs it worked for when it last wrote.</summary>
    public int Owned => Last is { } tick ? BitOperations.PopCount(tick.Owned) : 0;

    public double CpuSeconds
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime.TotalSeconds;
        }
    }

    /// <summary>A line of <c>/proc/PID/status</c>, in MB.</summary>
    public double Memory(string line)
    {
        var words = File.ReadLines($"/proc/{Id}/status")
            .First(text => text.StartsWith($"{line}:", StringComparison.Ordinal))
            .Split(' ', '\t');
        return double.Parse(words[^2], CultureInfo.InvariantCulture) / 1024;
    }

    public static NodeProcess Start(string name, string listen, string store, DirectoryInfo folder, string? networkNamespace = null)
    {
        var file = Path.Combine(folder.FullName, string.Create(CultureInfo.InvariantCulture, $"{name}-{Guid.NewGuid():N}"));
        string[] command = ["dotnet", "exec", typeof(NodeProgram).Assembly.Location, name, listen, store, file];
        if (networkNamespace is not null)
            command = ["ip", "netns", "exec", networkNamespace, .. command];
        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardInput = true, RedirectStandardError = true };
        var node = new NodeProcess(name, Process.Start(start)!, file);
        node._process.ErrorDataReceived += (_, line) => node._log.Enqueue($"{name} {line.Data}");
        node._process.BeginErrorReadLine();
        return node;
    }

    /// <summary>Everything it has written.</summary>
    public IEnumerable<Tick> Ticks()
    {
        if (!File.Exists(_file))
            yield break;
        using var reader = new StreamReader(new FileStream(_file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        while (reader.ReadLine() is { } line)
            if (!reader.EndOfStream && Tick.Parse(Name, line) is { } tick)
                yield return tick;
    }

    public Task UntilOwnsAsync(Func<int, bool> enough, CancellationToken cancellationToken) =>
        Poll.UntilAsync(() => enough(Owned), cancellationToken);

    public void Freeze() => Signal("STOP");

    public void Thaw() => Signal("CONT");

    public async Task KillAsync(CancellationToken cancellationToken)
    {
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync(cancellationToken);
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _process.StandardInput.WriteLineAsync("stop");
        await _process.StandardInput.FlushAsync(cancellationToken);
        await _process.WaitForExitAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
            await KillAsync(CancellationToken.None);
        _process.Dispose();
    }

    private Tick? Last
    {
        get
        {
            if (!File.Exists(_file))
                return null;
            using var stream = new FileStream(_file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            stream.Seek(Math.Max(0, stream.Length - 160), SeekOrigin.Begin);
            using var reader = new StreamReader(stream);
            var lines = reader.ReadToEnd().Split('\n');
            return lines.Length < 3 ? null : Tick.Parse(Name, lines[^2]);
        }
    }

    private void Signal(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }
}
