namespace S7OpcBridge.Simulator;

/// <summary>
/// A script of events for a soft PLC: lines such as <c>at 10s db 20 length 40</c> or <c>on read every 50 delay 300ms</c>. The format is described in
/// docs/simulator.md.
/// </summary>
public sealed class FaultScript
{
    private readonly IReadOnlyList<ScriptStep> _steps;

    private FaultScript(IReadOnlyList<ScriptStep> steps) => _steps = steps;

    /// <summary>Number of steps; a reboot counts as two.</summary>
    public int Count => _steps.Count;

    /// <summary>Parses a script.</summary>
    /// <param name="text">Its lines.</param>
    /// <param name="source">File name for messages.</param>
    /// <exception cref="SoftPlcException">Lines are invalid; the message lists all of them as <c>file:line:column: error: what; what to do</c>.</exception>
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
    /// <exception cref="SoftPlcException">The file cannot be read, or has invalid lines.</exception>
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

    /// <summary>Runs the script to its end or until cancelled.</summary>
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

    /// <summary>The steps in order of time, then of lines; endless where a line repeats.</summary>
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

/// <summary>One step.</summary>
/// <param name="At">When it runs, as time since the start of the PLC.</param>
/// <param name="Every">Interval of repetitions; zero: once.</param>
/// <param name="Act">What it does.</param>
internal sealed record ScriptStep(TimeSpan At, TimeSpan Every, Action<SoftPlc> Act);

/// <summary>An invalid word of a script.</summary>
internal sealed class ScriptErrorException(int column, string message) : Exception(message)
{
    /// <summary>Its column, from 1.</summary>
    public int Column { get; } = column;
}
