using System.Text.RegularExpressions;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Gateways;

/// <summary>The jobs of PLC4X's Kafka connector: each has tags and an interval, and sources name the jobs that they run.</summary>
internal sealed partial class Plc4XJobs
{
    private readonly List<(string Name, string Plc)> _sources = [];
    private readonly List<(string Source, string Job)> _uses = [];
    private readonly Dictionary<string, TimeSpan?> _rates = new(StringComparer.Ordinal);
    private readonly List<(string Job, string Tag, string Address, SourceLocation Spot)> _tags = [];

    /// <summary>Notes a source and the PLC that it is in the list.</summary>
    public void AddSource(string name, string plc) => _sources.Add((name, plc));

    /// <summary>Notes a line of the properties; false: it is none of a job.</summary>
    public bool TryLine(string text, SourceLocation spot)
    {
        if (Use().Match(text) is { Success: true } use)
            _uses.Add((use.Groups[1].Value, use.Groups[2].Value));
        else if (Uses().Match(text) is { Success: true } uses)
        {
            foreach (var job in uses.Groups[2].Value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
                _uses.Add((uses.Groups[1].Value, job));
        }
        else if (Interval().Match(text) is { Success: true } interval)
            _rates[interval.Groups[1].Value] = Cell.Milliseconds(interval.Groups[2].Value);
        else if (JobTag().Match(text) is { Success: true } tag)
            _tags.Add((tag.Groups[1].Value, tag.Groups[2].Value, tag.Groups[3].Value.Replace("\\:", ":", StringComparison.Ordinal), spot));
        else
            return false;
        return true;
    }

    /// <summary>Puts the tags of all jobs into the list, for each source that runs them; with several jobs at one source each is a folder.</summary>
    public void AddTo(ImportDraft draft, AddressReading read)
    {
        var users = _uses.Distinct().ToLookup(use => use.Job, use => use.Source);
        var jobs = _uses.Distinct().ToLookup(use => use.Source, use => use.Job);
        foreach (var (job, tag, address, spot) in _tags)
        {
            // The only source runs what no source names.
            var plcs = _sources.Where(source => users[job].Contains(source.Name)).ToList();
            if (plcs.Count == 0 && _sources.Count == 1)
                plcs = _sources;
            if (plcs.Count == 0)
                draft.LeaveOut(spot, tag, $"no source runs the job '{job}'; name it in 'jobReferences' of one");
            foreach (var (source, plc) in plcs)
            {
                string[] path = jobs[source].Skip(1).Any() ? [job, .. tag.Split('/')] : tag.Split('/');
                new GatewayTag(plc, path, address, spot) { Rate = _rates.GetValueOrDefault(job) }.AddTo(draft, read);
            }
        }
    }

    [GeneratedRegex(@"^sources\.([^.=\s]+)\.jobReferences\.([^.=\s]+)\.")]
    private static partial Regex Use();

    [GeneratedRegex(@"^sources\.([^.=\s]+)\.jobReferences\s*[=:]\s*(.+)$")]
    private static partial Regex Uses();

    [GeneratedRegex(@"^jobs\.([^.=\s]+)\.interval\s*[=:]\s*(\d+)$")]
    private static partial Regex Interval();

    [GeneratedRegex(@"^jobs\.([^.=\s]+)\.tags\.([^=\s]+)\s*=\s*(\S+)$")]
    private static partial Regex JobTag();
}
