using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map.AlarmCompiling;
using S7OpcBridge.Map.Compiling.Checks;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Compiles a map as written to a map that can run: fills in profiles, expands templates, lays out types, and checks names and addresses.</summary>
internal sealed class MapCompiler(RawMap draft, FindingList findings, SourceStack sources)
{
    private readonly ImmutableArray<PlcDefinition>.Builder _plcs = ImmutableArray.CreateBuilder<PlcDefinition>();
    private readonly ImmutableArray<ScanGroup>.Builder _scans = ImmutableArray.CreateBuilder<ScanGroup>();
    private readonly ImmutableArray<Tag>.Builder _tags = ImmutableArray.CreateBuilder<Tag>();
    private readonly ImmutableArray<SymbolEntry>.Builder _symbols = ImmutableArray.CreateBuilder<SymbolEntry>();
    private readonly Dictionary<int, TagSimulation> _simulations = [];

    /// <summary>The map, or null where there are errors.</summary>
    public BridgeMap? Compile(SourceFile file)
    {
        ServerChecks.Check(draft.Server, new SourceLocation(file, 1, 1), findings);
        WebChecks.Check(draft.Web, draft.Server.Settings, findings);
        var cluster = ClusterChecks.Compile(draft, findings);
        var mqtt = new MqttCompiler(draft, cluster, findings);
        mqtt.Compile();
        if (!draft.HasPlcs && !findings.HasErrors)
            findings.Error(new SourceLocation(file, 1, 1), "the map has no 'plcs'; add them, each with name, host, profile and tags");
        CheckPlcNames();
        MachineChecks.Check(draft, findings);
        RoleNameChecks.Check(draft, findings);

        var resolver = new TypeResolver(draft.Types, draft.Constants);
        var layout = new StandardLayout(resolver, findings);
        var structureTypes = new StructureTypes(resolver);
        var structures = new StructureTags(structureTypes, _tags, findings);
        var expander = new TemplateExpander(draft, sources, findings);
        var nodeIds = new NodeIds(findings);
        var snapshots = new SnapshotGroups(findings);
        var paths = new SharedPaths();
        var spots = new TagSpots(isKept: draft.Mqtt.Count > 0);
        var history = new HistoryRules(draft.Server, findings);
        var profiles = new List<string>();
        var alarmClasses = new AlarmClasses(draft.Alarms, findings);
        var alarmLists = new AlarmListFiles(findings);
        var cpuAlarms = new CpuAlarmRules(alarmClasses, findings);
        if (draft.Plcs.Count > TagMap.MaxPlcsAndScanGroups)
            findings.Error(
                draft.Plcs[TagMap.MaxPlcsAndScanGroups].Spot,
                $"too many PLCs: a map has at most {TagMap.MaxPlcsAndScanGroups}; spread them over " + "several bridges"
            );
        foreach (var plc in draft.Plcs.Take(TagMap.MaxPlcsAndScanGroups))
        {
            var profile = PlcCompiler.ProfileOf(plc);
            profiles.Add(profile.Name);
            _plcs.Add(
                PlcCompiler.Compile(plc, _plcs.Count, profile, findings) with
                {
                    Alarms = cpuAlarms.Compile(plc.Alarms, plc.Name, profile.Name, plc.Plus.IsWanted),
                }
            );
            var scans = new ScanClasses(_plcs.Count - 1, plc.NameSpot.IsNone ? plc.Spot : plc.NameSpot, _scans, findings);
            plc.Scans.ForEach(scans.Add);
            var (firstTag, firstSymbol) = (_tags.Count, _symbols.Count);
            var rules = new TagRules(plc, profile, findings);
            var compiler = new TagCompiler(plc, _plcs.Count - 1, scans, rules, resolver, layout, findings)
            {
                Tags = _tags,
                Symbols = _symbols,
                Simulations = _simulations,
                NodeIds = nodeIds,
                Paths = paths,
                Spots = spots,
                Snapshots = snapshots,
                Structures = structures,
                History = history,
                Pattern = draft.Server.Settings.NodeIds,
                Alarms = new AlarmCompiler(plc.Name, alarmClasses, alarmLists, findings),
            };
            foreach (var entry in expander.Expand(plc.Entries))
                compiler.Add(entry);
            compiler.Finish(firstTag, firstSymbol);
            cpuAlarms.CheckNames(plc.Alarms, _tags.Skip(firstTag));
            history.CheckDemand(plc, _tags.Skip(firstTag).Select(tag => (tag, _scans[tag.ScanGroup].Name)));
            new RightsChecks(plc, findings).Check(_tags.Skip(firstTag), [.. _symbols.Skip(firstSymbol)]);
        }
        history.Finish();
        nodeIds.Check(_plcs, _tags, structures);
        if (!findings.IsCutShort && !findings.Size.IsFull)
            WarnOfUnused();
        var map = new TagMap
        {
            Plcs = _plcs.ToImmutable(),
            ScanGroups = _scans.ToImmutable(),
            Tags = _tags.ToImmutable(),
            Symbols = _symbols.ToImmutable(),
            Structures = structures.All.ToImmutable(),
            StructureTypes = structures.Types,
            Machine = draft.Server.Machine?.Identity,
        };
        var brokers = mqtt.Finish(map, spots);
        return findings.HasErrors
            ? null
            : new BridgeMap
            {
                Server = draft.Server.Settings.WithPathsFrom(file),
                Web = draft.Web.Settings,
                Otlp = draft.Otlp.Settings,
                Cluster = cluster,
                Mqtt = brokers,
                Owners = [.. draft.Plcs.Select(plc => plc.Owner)],
                LogLevels = draft.LogLevels,
                Tags = map,
                Simulations = _simulations,
                Snapshots = snapshots.Names,
                Alarms =
                    draft.Alarms.IsThere || _plcs.Any(plc => plc.Alarms is not null) || _tags.Any(tag => tag.Details?.Alarms is not null)
                        ? new AlarmSettings
                        {
                            Classes = draft.Alarms.Classes,
                            Default = alarmClasses.Default,
                            System = draft.Alarms.System,
                            StateFile = draft.Alarms.StateFile,
                        }
                        : null,
                Profiles = profiles,
                PlcSpots = [.. draft.Plcs.Select(plc => plc.NameSpot)],
                Files = [.. findings.Sought],
                Texts = findings.Texts,
                CodePages = findings.CodePages,
            };
    }

    private void CheckPlcNames()
    {
        var first = new Dictionary<string, SourceLocation>();
        foreach (var plc in draft.Plcs)
        {
            if (plc.NameSpot.IsNone && findings.IsCutShort)
                continue;
            if (plc.NameSpot.IsNone)
                findings.Error(plc.Spot, "the PLC has no name; add 'name'");
            else if (plc.Name.Contains('/'))
                findings.Error(plc.NameSpot, $"the PLC name '{plc.Name}' contains a slash, which separates levels; use another character");
            else if (TagNameCheck.Fault(plc.Name) is { } fault)
                findings.Error(plc.NameSpot, $"the PLC name '{plc.Name}' {fault}");
            else if (!first.TryAdd(plc.Name, plc.NameSpot))
                findings.Error(plc.NameSpot, $"the PLC name '{plc.Name}' is given twice, first at {first[plc.Name]}; rename one of them");
        }
    }

    private void WarnOfUnused()
    {
        foreach (var template in draft.Templates.Values.Where(t => !t.Used))
            findings.Warning(
                template.Spot,
                $"the template '{template.Name}' is never used; remove it, or write '- use: {template.Name}' among the tags of a " + "PLC"
            );
        foreach (var type in draft.Types.Values.Where(t => !t.Used))
            findings.Warning(type.Spot, $"the type '{type.Name}' is never used; remove it, or give a tag 'type: {type.Name}'");
    }
}
