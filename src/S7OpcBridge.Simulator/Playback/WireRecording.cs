using S7OpcBridge.Simulator.Playback;

namespace S7OpcBridge.Simulator;

/// <summary>What a wire log recorded of one PLC, to be played back by a <see cref="RecordedPlc"/>. Immutable.</summary>
public sealed class WireRecording
{
    /// <summary>Most bytes of a file.</summary>
    public const long MostBytes = 256L << 20;

    /// <summary>Most lines of a file.</summary>
    public const int MostLines = 2_000_000;

    // A line has at most one receive of 64 KB.
    private const int LongestLine = 150_000;
    private const int MostFindings = 20;

    private WireRecording(string name, IReadOnlyList<WireLogLine> lines)
    {
        Name = name;
        Lines = lines;
        IsPlus = lines.FirstOrDefault(line => line.IsSent && line.Bytes.Length > 0) is { } first && first.Bytes[0] == PlusStart;
    }

    /// <summary>The PLC's name in the log.</summary>
    public string Name { get; }

    /// <summary>True: it was asked by S7CommPlus; false: by classic S7.</summary>
    public bool IsPlus { get; }

    internal IReadOnlyList<WireLogLine> Lines { get; }

    private const byte PlusStart = 0x72;

    /// <summary>Reads a file: a recording per PLC, in the order in which they come.</summary>
    /// <param name="path">The file.</param>
    /// <param name="findings">Takes a sentence for each line that cannot be read, with its number; after some of them one that counts the rest.</param>
    /// <param name="cancellationToken">Ends reading.</param>
    /// <exception cref="SoftPlcException">The file cannot be read, is too large, or has no line that can be played back.</exception>
    public static async Task<IReadOnlyList<WireRecording>> ReadAsync(
        string path,
        Action<string> findings,
        CancellationToken cancellationToken
    )
    {
        var plcs = new Dictionary<string, List<WireLogLine>>();
        var (number, bad) = (0, 0);
        try
        {
            var size = new FileInfo(path).Length;
            if (size > MostBytes)
                throw new SoftPlcException(
                    $"{path} has {size >> 20} MB, and at most {MostBytes >> 20} MB are played back; keep its beginning and the part in question."
                );
            await foreach (var text in File.ReadLinesAsync(path, cancellationToken))
            {
                if (++number > MostLines)
                    throw new SoftPlcException($"{path} has more than {MostLines} lines; keep its beginning and the part in question.");
                if (text.Length == 0 || text[0] == '#')
                    continue;
                var error = "it is too long";
                if ((text.Length > LongestLine ? null : WireLogLine.Parse(number, text, out error)) is { } line)
                    (plcs.TryGetValue(line.Plc, out var lines) ? lines : plcs[line.Plc] = []).Add(line);
                else if (++bad <= MostFindings)
                    findings($"{path}, line {number}: {error}; it is left out.");
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new SoftPlcException($"{path} cannot be read: {e.Message.ReplaceLineEndings(" ")}", e);
        }

        if (bad > MostFindings)
            findings($"{path}: {bad - MostFindings} more lines are left out.");
        var recordings = plcs.Select(plc => new WireRecording(plc.Key, plc.Value)).Where(plc => plc.Lines.Any(IsUsable)).ToArray();
        return recordings.Length > 0 ? recordings : throw new SoftPlcException($"{path} is no wire log: it has no line with a request.");

        static bool IsUsable(WireLogLine line) => line.IsSent && line.Bytes.Length > 0;
    }
}
