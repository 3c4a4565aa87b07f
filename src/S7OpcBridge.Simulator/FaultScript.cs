namespace S7OpcBridge.Simulator;

/// <summary>What happens to a soft PLC and when: a list of lines such as <c>at 10s db 20 length 40</c> or <c>on read every 50 delay 300ms</c>. The format: docs/simulator.md.</summary>
public sealed class FaultScript
{
    private readonly IReadOnlyList<ScriptStep> _steps;

    private FaultScript(IReadOnlyList<ScriptStep> steps) => _steps = steps;

    /// <summary>Number of things that happen; a reboot is two.</summary>
    public int Count => _steps.Count;

    /// <summary>Reads a script.</summary>
    /// <param name="text">Its lines.</param>
    /// <param name="source">File name for messages.</param>
    /// <exception cref="SoftPlcException">Lines that make no sense; the message names all of them as <c>file:line:column: error: what; what to do</c>.</exception>
    public static FaultScript Parse(string text, string source)
    {
        var steps = new List<ScriptStep>();
        var errors = new List<string>();
        var number = 0;
        foreach (var line in text.AsSpan().EnumerateLines())
        {
            number++;
            var words = new ScriptWords(line);
            if (words.IsEmpty)
                continue;
            try
            {
                ScriptLine.Read(ref words, steps);
            }
            catch (ScriptErrorException error)
            {
                errors.Add($"{source}:{number}:{error.Column}: error: {error.Message}");
            }
        }

        return errors.Count == 0 ? new FaultScript(steps) : throw new SoftPlcException(string.Join(Environment.NewLine, errors));
    }

    /// <summary>Reads a script file.</summary>
    /// <exception cref="SoftPlcException">The file cannot be read, or has lines that make no sense.</exception>
    public static async Task<FaultScript> LoadAsync(string path, CancellationToken cancellationToken)
    {
        try
        {
            return Parse(await File.ReadAllTextAsync(path, cancellationToken), path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new SoftPlcException($"{path}: error: the fault script cannot be read ({exception.Message}); check the path.", exception);
        }
    }

    /// <summary>Plays the script until its end or cancellation.</summary>
    internal async Task PlayAsync(SoftPlc plc, TimeProvider time, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        foreach (var (at, act) in Timeline())
        {
            var wait = at - time.GetElapsedTime(start);
            if (wait > TimeSpan.Zero)
                await Task.Delay(wait, time, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            act(plc);
        }
    }

    /// <summary>What happens, in the order of time and then of lines; without end where a line repeats.</summary>
    internal IEnumerable<(TimeSpan At, Action<SoftPlc> Act)> Timeline()
    {
        var ahead = new PriorityQueue<ScriptStep, (TimeSpan At, int Line)>();
        for (var i = 0; i < _steps.Count; i++)
            ahead.Enqueue(_steps[i], (_steps[i].At, i));
        while (ahead.TryDequeue(out var step, out var when))
        {
            yield return (when.At, step.Act);
            if (step.Every > TimeSpan.Zero)
                ahead.Enqueue(step, (when.At + step.Every, when.Line));
        }
    }
}

/// <summary>One thing that happens.</summary>
/// <param name="At">When, since the PLC was started.</param>
/// <param name="Every">Again after so long; zero: once.</param>
/// <param name="Act">What.</param>
internal sealed record ScriptStep(TimeSpan At, TimeSpan Every, Action<SoftPlc> Act);

/// <summary>A word of a script that makes no sense.</summary>
internal sealed class ScriptErrorException(int column, string message) : Exception(message)
{
    /// <summary>Where it stands, from 1.</summary>
    public int Column { get; } = column;
}
