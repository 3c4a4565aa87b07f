using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>
/// A script of events for a soft PLC: lines such as <c>at 10s db 20 length 40</c> or <c>on read every 50 delay 300ms</c>. The format is described in
/// docs/simulator.md.
/// </summary>
public sealed class FaultScript
{
    private const int MostNames = 10;

    private readonly IReadOnlyList<ScriptStep> _steps;
    private readonly IReadOnlyList<(string Name, string Place)> _alarms;

    private FaultScript(IReadOnlyList<ScriptStep> steps, IReadOnlyList<(string Name, string Place)> alarms) =>
        (_steps, _alarms) = (steps, alarms);

    /// <summary>Number of steps; a reboot counts as two.</summary>
    public int Count => _steps.Count;

    /// <summary>Parses a script.</summary>
    /// <param name="text">Its lines.</param>
    /// <param name="source">File name for messages.</param>
    /// <exception cref="FaultScriptException">Lines are invalid; the message lists all of them as <c>file:line:column: error: what; what to do</c>.</exception>
    public static FaultScript Parse(string text, string source)
    {
        var steps = new List<ScriptStep>();
        var errors = new List<string>();
        var alarms = new List<(string, string)>();
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
                if (words.Alarm is { } alarm)
                    alarms.Add((alarm.Name, $"{source}:{number}:{alarm.Column}"));
            }
            catch (ScriptErrorException error)
            {
                errors.Add($"{source}:{number}:{error.Column}: error: {error.Message}");
            }
        }

        return errors.Count == 0
            ? new FaultScript(steps, alarms)
            : throw new FaultScriptException(string.Join(Environment.NewLine, errors));
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

    /// <summary>Checks that each alarm of the script exists at one soft PLC at least: it would be without effect otherwise.</summary>
    /// <param name="plcs">All soft PLCs that execute the script.</param>
    /// <exception cref="FaultScriptException">It does not; the message lists all such lines.</exception>
    public void CheckFor(IReadOnlyList<SoftPlc> plcs)
    {
        var errors = _alarms
            .Where(alarm => !plcs.Any(plc => plc.HasAlarm(alarm.Name)))
            .Select(alarm => $"{alarm.Place}: error: {WhyNot(alarm.Name, plcs)}")
            .ToArray();
        if (errors.Length > 0)
            throw new FaultScriptException(string.Join(Environment.NewLine, errors));
    }

    private static string WhyNot(string alarm, IReadOnlyList<SoftPlc> plcs)
    {
        if (S7AlarmNumber.TryParse(alarm, out _))
            return $"no soft PLC here sends the alarm {alarm}: only those of profile s7-300, s7-400, winac and generic have alarms by number; "
                + "name one of a data block, such as DB_Pack/1, or remove the line";
        var known = plcs.SelectMany(static plc => plc.Plus?.Alarms.Names ?? []).Distinct().ToArray();
        return $"no soft PLC here has the alarm {alarm}; "
            + (
                known.Length > 0
                    ? $"use one of {string.Join(", ", known.Take(MostNames))}"
                    : "write 'simulate: { kind: hold, alarm: TEXT }' at a Bool of that data block of a PLC with 'protocol: s7plus', or, for an "
                        + "S7-300 or S7-400, the message number, such as 60000123"
            );
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
