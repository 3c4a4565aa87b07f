using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Expands every use of a template to tags and blocks, in the order of the map.</summary>
internal sealed class TemplateExpander(RawMap map, SourceStack sources, FindingList findings)
{
    private const int MaxDepth = 16;

    public IEnumerable<RawEntry> Expand(IEnumerable<RawEntry> entries, int depth = 0)
    {
        foreach (var entry in entries)
        {
            if (entry is not RawUse use)
            {
                yield return entry;
                continue;
            }
            foreach (var oneUse in Read(use, depth))
            {
                foreach (var inner in Expand(oneUse, depth + 1))
                    yield return inner;
            }
        }
    }

    // One list for each value of 'for', read when the one before is done with.
    private IEnumerable<List<RawEntry>> Read(RawUse use, int depth)
    {
        if (!map.Templates.TryGetValue(use.Template, out var template))
        {
            findings.Error(
                use.TemplateSpot,
                $"unknown template '{use.Template}'; {NearestWord.Hint(use.Template, map.Templates.Keys)} (templates are defined "
                    + "under 'templates')"
            );
            yield break;
        }
        template.Used = true;
        // Told once: what uses itself twice would be found at every end of a tree.
        if (template.IsTooDeep || template.Tags is null || CountOf(use) is not { } count)
            yield break;
        if (depth == MaxDepth)
        {
            template.IsTooDeep = true;
            findings.Error(use.TemplateSpot, $"templates are nested more than {MaxDepth} deep; does '{use.Template}' use itself?");
            yield break;
        }
        var reader = new TagsReader(sources, findings);
        for (var i = 0; i < count && !template.IsTooDeep; i++)
        {
            if (findings.Size.IsFull || !findings.Size.TryCountUse(template.Tags.Count + use.For.Count, use.TemplateSpot, findings))
                yield break;
            var entries = new List<RawEntry>();
            var values = new TemplateValues(use.For.ToDictionary(p => p.Name, p => p.Values.Count == 1 ? p.Values[0] : p.Values[i]));
            var yaml = template.Tags.Read(values, findings);
            yaml.Key = "tags";
            reader.Read(yaml, GroupOf(use, values), entries);
            yield return entries;
        }
    }

    // A single value applies to all uses; lists of values must all have the same length.
    private int? CountOf(RawUse use)
    {
        var count = 1;
        RawParameter? first = null;
        foreach (var parameter in use.For.Where(p => p.Values.Count > 1))
        {
            if (first is not null && parameter.Values.Count != count)
            {
                findings.Error(
                    parameter.Spot,
                    $"'{parameter.Name}' has {parameter.Values.Count} values and '{first.Name}' has {count}; give every parameter "
                        + "equally many values, or a single one"
                );
                return null;
            }
            (count, first) = (parameter.Values.Count, parameter);
        }
        if (use.For.GroupBy(p => p.Name).FirstOrDefault(g => g.Count() > 1) is not { } twice)
            return count;
        findings.Error(twice.Last().Spot, $"the parameter '{twice.Key}' is given twice; remove one of them");
        return null;
    }

    private RawGroup GroupOf(RawUse use, TemplateValues values)
    {
        var group = new RawGroup(use.Group) { Name = values.Fill(use.Name, use.NameSpot, findings), NameSpot = use.NameSpot };
        if ((use.Db ?? values["db"]) is { } db)
            group.Db = Whole(values.Fill(db, use.DbSpot, findings), "db", 1, use.DbSpot.IsNone ? use.ForSpot : use.DbSpot);
        if ((use.Start ?? values["offset"]) is { } start)
            group.OwnStart = Whole(
                values.Fill(start, use.StartSpot, findings),
                "offset",
                0,
                use.StartSpot.IsNone ? use.ForSpot : use.StartSpot
            );
        if (use.Scan is not null)
            (group.Scan, group.OwnScanSpot) = (use.Scan, use.ScanSpot);
        if (use.Access is { } access)
            group.Access = access;
        if (use.History is not null)
            group.SetHistory(use.History, use.HistorySpot);
        return group;
    }

    private int Whole(string text, string key, int min, SourceLocation spot)
    {
        if (Numbers.TryWhole(text, out var number) && number >= min && number <= 65535)
            return (int)number;
        findings.Error(spot, $"'{key}' is '{text}'; it must be a whole number from {min} to 65535");
        return min;
    }
}
