using System.Globalization;
using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Writing;

/// <summary>Writes a map: one file, or one for each PLC beside it where there are several.</summary>
internal static class MapFiles
{
    /// <summary>The files by name, the map first.</summary>
    /// <param name="plant">What goes into it.</param>
    /// <param name="file">Name of the map's file, without folder.</param>
    /// <param name="options">Host and node ids.</param>
    /// <param name="sources">The sources, for the first line.</param>
    /// <param name="templates">Names that templates must not have.</param>
    public static IReadOnlyList<(string Name, string Text)> Write(
        ImportedPlant plant,
        string file,
        ImportOptions options,
        IEnumerable<string> sources,
        IEnumerable<string> templates
    )
    {
        var map = new StringBuilder();
        foreach (var source in sources)
            map.Append("# Imported from ").Append(OneLine(source)).Append('\n');
        var isDotted = options.KeepNodeIds && NodeIdsAreDotted(plant);
        if (isDotted)
            map.Append("server:\n  nodeIds: '{plc}.{dotted}'\n");
        else if (options.KeepNodeIds)
            map.Append("# --keep-node-ids: tags whose old id does not follow from their name have a 'nodeId'.\n");
        var files = new List<(string, string)>();
        var several = plant.Plcs.Count > 1;
        var plcs = new StringBuilder("plcs:\n");
        // A map with several files has one set of templates.
        var names = new HashSet<string>(templates, StringComparer.Ordinal);
        var common = new TemplateNames(names);
        var bodies = new StringBuilder();
        foreach (var plc in plant.Plcs)
        {
            var scans = new ScanNames([.. plc.Tags.Select(tag => tag.Row.Rate)]);
            var alarmFile = AlarmFileOf(file, several ? plc.Name : "", files);
            var tags = new TagText(scans, plc.Facts.IsPlus, alarmFile);
            if (AlarmWriter.Table(plc.Tags) is { } table)
                files.Add((alarmFile, table));
            WritePlc(plcs, plc, scans, options);
            if (plc.Messages.Count > 0)
            {
                var texts = TextFileOf(file, several ? plc.Name : "", files);
                files.Add((texts, MessageWriter.Table(plc.Messages)));
                plcs.Append($"    alarms: {{ plc: true, texts: {YamlText.InFlow(texts)} }}\n");
            }
            var root = TagNode.Build(
                plc.Tags.Select(tag => isDotted && FollowsPattern(plc, tag) ? tag with { Row = tag.Row with { NodeId = null } } : tag)
            );
            var context = new TagContext(0, 0, ScanNames.Normal, TagAccess.Read, InTemplate: false);
            if (!several)
            {
                plcs.Append("    tags:\n");
                new TagsWriter(plcs, tags, scans, common).Write(root, "      ", context);
                WriteTemplates(bodies, common, tags, scans);
                continue;
            }
            var own = new TemplateNames(names);
            var (text, list) = (new StringBuilder(), new StringBuilder());
            new TagsWriter(list, tags, scans, own).Write(root, "  ", context);
            WriteTemplates(text, own, tags, scans);
            var name = FileNameOf(file, plc.Name, files);
            files.Add((name, text.Append("tags:\n").Append(list).ToString()));
            plcs.Append($"    tags: [{YamlText.InFlow(name)}]\n");
        }
        map.Append(AlarmWriter.Classes(plant)).Append(bodies).Append(plcs);
        return [(file, map.ToString()), .. files];
    }

    private static void WritePlc(StringBuilder text, PlantPlc plc, ScanNames scans, ImportOptions options)
    {
        var facts = plc.Facts;
        foreach (var fact in facts.Facts)
            text.Append("  # ").Append(OneLine(fact)).Append('\n');
        text.Append("  - name: ").Append(YamlText.Scalar(plc.Name)).Append('\n');
        var host = facts.Host ?? options.Host;
        text.Append("    host: ");
        text.Append(host is null ? $"{OpenHost.Text} # the source does not tell the address of the PLC" : YamlText.Scalar(host))
            .Append('\n');
        Add("port", facts.Port is null or 102 ? null : Whole(facts.Port));
        Add("protocol", facts.IsPlus ? "s7plus" : null);
        // What another source says of a CPU that has symbols is not so.
        Add("profile", facts.Profile is "generic" || facts.IsPlus && facts.Profile is not ("s7-1500" or "s7-1200") ? null : facts.Profile);
        if (!facts.IsPlus && facts.LocalTsap is { } local && facts.RemoteTsap is { } remote)
        {
            Add("localTsap", Tsap(local));
            Add("remoteTsap", Tsap(remote));
        }
        else if (!facts.IsPlus)
        {
            Add("rack", facts.Rack is >= 0 and <= 7 ? Whole(facts.Rack) : null);
            Add("slot", facts.Slot is >= 0 and <= 31 ? Whole(facts.Slot) : null);
            Add("connection", facts.Connection);
            Add("pduSize", facts.PduSize is >= 112 and <= 65535 ? Whole(facts.PduSize) : null);
        }
        Add(
            "timeout",
            facts.Timeout is { } timeout && timeout >= TimeSpan.FromMilliseconds(50) && timeout <= TimeSpan.FromMinutes(5)
                ? Durations.Format(timeout)
                : null
        );
        Add("enabled", facts.Enabled == false ? "false" : null);
        Add("scan", scans.Text);

        void Add(string key, string? value)
        {
            if (value is not null)
                text.Append($"    {key}: {value}\n");
        }
    }

    private static void WriteTemplates(StringBuilder text, TemplateNames templates, TagText tags, ScanNames scans)
    {
        if (templates.All.Count == 0)
            return;
        text.Append("templates:\n");
        foreach (var (name, body, context) in templates.All)
        {
            text.Append("  ").Append(name).Append(":\n    tags:\n");
            new TagsWriter(text, tags, scans, templates).Write(body, "      ", context);
        }
    }

    private static bool NodeIdsAreDotted(ImportedPlant plant) =>
        plant.Plcs.Sum(plc => plc.Tags.Count(tag => FollowsPattern(plc, tag))) * 2 > plant.Plcs.Sum(plc => plc.Tags.Count);

    private static bool FollowsPattern(PlantPlc plc, PlantTag tag) => tag.Row.NodeId == $"{plc.Name}.{tag.Name.Replace('/', '.')}";

    private static string FileNameOf(string map, string plc, List<(string Name, string)> taken) =>
        Free($"{Path.GetFileNameWithoutExtension(map)}-{StemOf(plc)}", ".yaml", taken);

    private static string AlarmFileOf(string map, string plc, List<(string Name, string)> taken) => ListOf(map, plc, "alarms", taken);

    /// <summary>Name of the table with texts of messages.</summary>
    /// <param name="plc">The PLC that sends them; empty: the only one.</param>
    public static string TextFileOf(string map, string plc, List<(string Name, string)> taken) => ListOf(map, plc, "texts", taken);

    private static string ListOf(string map, string plc, string what, List<(string Name, string)> taken) =>
        Free($"{Path.GetFileNameWithoutExtension(map)}{(plc.Length == 0 ? "" : $"-{StemOf(plc)}")}-{what}", ".csv", taken);

    /// <summary>The part of a file's name that stands for a PLC.</summary>
    public static string StemOf(string plc)
    {
        var stem = new string([.. plc.Where(c => char.IsLetterOrDigit(c) || c is '-' or '_' or '.')]).Trim('.');
        return stem.Length == 0 ? "plc" : stem;
    }

    private static string Free(string name, string extension, List<(string Name, string)> taken)
    {
        var free = name;
        for (var n = 2; taken.Any(file => file.Name.Equals(free + extension, StringComparison.OrdinalIgnoreCase)); n++)
            free = $"{name}-{n}";
        return free + extension;
    }

    private static string Whole(int? number) => number!.Value.ToString(CultureInfo.InvariantCulture);

    private static string Tsap(ushort tsap) => $"{tsap >> 8:X2}.{tsap & 0xFF:X2}";

    private static string OneLine(string text) => new([.. text.Select(c => char.IsControl(c) || c is '\u2028' or '\u2029' ? ' ' : c)]);
}
