using System.Threading.Channels;

namespace S7OpcBridge.Tests;

/// <summary>A pipe that tests read line by line.</summary>
internal sealed class LineWriter : StringWriter
{
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();

    public override void WriteLine(string? value) => _lines.Writer.TryWrite(value ?? "");

    public override Task WriteLineAsync(string? value)
    {
        WriteLine(value);
        return Task.CompletedTask;
    }

    /// <summary>The next line that fits.</summary>
    public async Task<string> NextAsync(Predicate<string> fits, CancellationToken cancellationToken)
    {
        while (true)
        {
            var line = await _lines.Reader.ReadAsync(cancellationToken);
            if (fits(line))
                return line;
        }
    }
}
