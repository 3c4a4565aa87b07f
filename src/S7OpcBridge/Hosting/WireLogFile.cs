using System.Threading.Channels;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Hosting;

/// <summary>
/// Writes the messages to and from PLCs into a file, decrypted, without passwords and keys, one line each that begins with the PLC's name.
/// Connections never wait for the disk; lost lines are counted in the file.
/// </summary>
internal sealed class WireLogFile : IAsyncDisposable
{
    private const int MostWaiting = 10_000;
    private const long MostBytes = 1L << 30;

    // Lines are dropped when the queue is full, because values must not wait for a log.
    private readonly Channel<string> _lines;
    private readonly StreamWriter _file;
    private readonly Task _writing;
    private long _lost;

    private WireLogFile(StreamWriter file)
    {
        _file = file;
        _lines = Channel.CreateBounded<string>(
            new BoundedChannelOptions(MostWaiting) { SingleReader = true, FullMode = BoundedChannelFullMode.DropWrite },
            _ => Interlocked.Increment(ref _lost)
        );
        _writing = WriteAsync();
    }

    /// <summary>Opens the file, or makes it; lines are appended.</summary>
    /// <exception cref="StartException">It cannot be written.</exception>
    public static WireLogFile Open(string path)
    {
        try
        {
            var options = new FileStreamOptions
            {
                Mode = FileMode.Append,
                Access = FileAccess.Write,
                Share = FileShare.Read,
            };
            // The file contains values of the plant.
            if (!OperatingSystem.IsWindows())
                options.UnixCreateMode = AtomicFile.Secret;
            return new WireLogFile(new StreamWriter(path, options));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new StartException($"The wire log '{path}' cannot be written: {e.Message.ReplaceLineEndings(" ")}", e);
        }
    }

    /// <summary>The receiver of the messages of a PLC with S7CommPlus.</summary>
    public Action<S7PlusWireEntry> LogFor(string plc) => entry => _lines.Writer.TryWrite($"{plc} {entry}");

    /// <summary>The receiver of the messages of a PLC with classic S7.</summary>
    public Action<S7WireEntry> ClassicLogFor(string plc) => entry => _lines.Writer.TryWrite($"{plc} {entry}");

    public async ValueTask DisposeAsync()
    {
        _lines.Writer.TryComplete();
        await _writing;
        await _file.DisposeAsync();
    }

    private async Task WriteAsync()
    {
        var written = _file.BaseStream.Length;
        try
        {
            while (await _lines.Reader.WaitToReadAsync())
            {
                while (_lines.Reader.TryRead(out var line))
                {
                    if (written > MostBytes)
                        continue;
                    await _file.WriteLineAsync(line);
                    written += line.Length + 1;
                    if (written > MostBytes)
                        await _file.WriteLineAsync("# The file is full: 1 GiB. Nothing more is written.");
                }
                if (Interlocked.Exchange(ref _lost, 0) is > 0 and var lost)
                    await _file.WriteLineAsync($"# {lost} lines were lost here: the disk was too slow.");
                await _file.FlushAsync();
            }
        }
        catch (IOException)
        {
            // The disk is full: later lines are dropped, and the connections continue.
            await foreach (var _ in _lines.Reader.ReadAllAsync()) { }
        }
    }
}
