using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.S7;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Reading;

/// <summary>
/// Reads the tags of a PLC or group: a list of long forms, groups, template uses and files, distinguished by their keys, or a mapping of names to short forms.
/// </summary>
internal sealed class TagsReader(SourceStack sources, FindingList findings)
{
    private const int MaxDepth = 32;

    public void Read(YamlReader yaml, RawGroup group, List<RawEntry> entries)
    {
        if (group.Depth > MaxDepth)
        {
            findings.Error(yaml.Spot, $"groups are nested more than {MaxDepth} deep; use names with slashes");
            yaml.Skip();
        }
        else if (yaml.FirstKey is { } first && (first.StartsWith('-') || TagKeys.Table.TryFind(first, out _)))
        {
            ReadOneWithoutDash(yaml, first, group, entries);
        }
        else if (yaml.AtMapping)
        {
            yaml.EnterMapping("names with the short form");
            ReadNames(yaml, group, entries);
        }
        else if (yaml.AtSequence)
        {
            yaml.EnterSequence("a list of tags");
            while (!yaml.Leave())
                ReadEntry(yaml, group, entries);
        }
        else
        {
            yaml.RefuseNode("a list of tags, or names with the short form 'Level: 0.0 Real, percent, 0..100'");
        }
    }

    // { name: A, address: DB1.DBW0, type: Int } is a tag that lacks its dash, unless these are the names of tags: { name: 0.0 Int, type: 2.0 Int }.
    private void ReadOneWithoutDash(YamlReader yaml, string first, RawGroup group, List<RawEntry> entries)
    {
        var name = yaml.TextOf(first.StartsWith('-') ? first : "name");
        var isTag =
            name is not null
            && yaml.FindKey(["address", "offset", "symbol"], stop: null, any: true) is not null
            && !char.IsAsciiDigit(name.FirstOrDefault())
            && !S7Address.TryParse(name.Split(' ')[0], out _, out _, out _);
        if (!isTag)
        {
            yaml.EnterMapping("names with the short form");
            ReadNames(yaml, group, entries);
        }
        else if (first.StartsWith('-'))
        {
            findings.Error(yaml.Spot, $"a blank is missing after the dash: write '- {Excerpt.FromKey(first[1..])}: {Excerpt.From(name!)}'");
            yaml.Skip();
        }
        else
        {
            var isFlow = yaml.Current is MappingStart { Style: MappingStyle.Flow };
            findings.Error(
                yaml.Spot,
                "a tag in a list begins with a dash: put '- ' in front of "
                    + (isFlow ? "the '{'" : $"'{first}', and indent its other keys by two blanks")
            );
            ReadEntry(yaml, group, entries);
        }
    }

    private void ReadEntry(YamlReader yaml, RawGroup group, List<RawEntry> entries)
    {
        var spot = yaml.Spot;
        yaml.Key = "tags";
        if (yaml.AtScalar)
        {
            if (yaml.Text("a tag, a group or the name of a file") is { } path)
                ReadSource(path, spot, yaml.File, group, entries);
            return;
        }
        var kind = yaml.FindKey([EntryKeys.From, EntryKeys.Use, EntryKeys.Browse, EntryKeys.Group], stop: EntryKeys.Tags)?.Value;
        if (!yaml.EnterMapping("a tag such as { name: Speed, address: DB10.DBD4, type: Real }"))
            return;
        switch (kind)
        {
            case EntryKeys.Group or EntryKeys.Tags:
                if (kind == EntryKeys.Tags)
                    findings.Error(spot, "an entry with 'tags' is a group and needs the key 'group' with the name of its folder; add it");
                GroupKeys.Table.ReadEntered(yaml, new GroupReading(new RawGroup(group), this, entries));
                break;
            case EntryKeys.Use:
                var use = new RawUse(group, spot);
                UseKeys.Table.ReadEntered(yaml, use);
                entries.Add(use);
                break;
            case EntryKeys.Browse:
                var browse = new RawBrowse(group, spot);
                BrowseKeys.Table.ReadEntered(yaml, browse);
                entries.Add(browse);
                break;
            case EntryKeys.From:
                var from = new FromReading(new RawGroup(group));
                FromKeys.Table.ReadEntered(yaml, from);
                if (from.Path is not null)
                    ReadSource(from.Path, from.PathSpot, yaml.File, from.Group, entries, from.Encoding);
                break;
            default:
                var tag = new RawTag(group, spot);
                TagKeys.Table.ReadEntered(yaml, tag);
                entries.Add(tag);
                break;
        }
    }

    /// <summary>Reads names with short forms; the cursor is at the first name.</summary>
    public void ReadNames(YamlReader yaml, RawGroup group, List<RawEntry> entries)
    {
        string? lastText = null;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            yaml.Key = name;
            if (yaml.AtNothing && DecimalComma.Joined(lastText, name) is { } number)
            {
                findings.SyntaxError(spot, $"inside {{ }} a comma ends the value, and the decimal sign is a point: write {number}");
                yaml.Skip();
                continue;
            }
            if (YamlSyntaxHints.KeyOf(name, yaml) is { } key && yaml.AtNothing)
            {
                findings.SyntaxError(spot, YamlSyntaxHints.MissingBlank(name, key, showsValue: true));
                yaml.Skip();
                continue;
            }
            lastText = yaml.Peek;
            if (yaml.AtMapping)
            {
                ReadNamed(yaml, name, spot, group, entries);
                continue;
            }
            var tag = new RawTag(group, spot) { Name = name, NameSpot = spot };
            var textSpot = yaml.Current is Scalar { Style: not YamlDotNet.Core.ScalarStyle.Plain }
                ? yaml.Spot with
                {
                    Column = yaml.Spot.Column + 1,
                }
                : yaml.Spot;
            if (yaml.Text("the short form 'offset type, unit, low..high', such as '0.0 Real, percent, 0..100'") is not { } text)
                continue;
            ShortForm.Read(text, textSpot, tag, withPlace: true, findings);
            entries.Add(tag);
        }
    }

    // A mapping after a name is a group where it contains tags, otherwise a tag in the long form.
    private void ReadNamed(YamlReader yaml, string name, SourceLocation spot, RawGroup group, List<RawEntry> entries)
    {
        var recorded = yaml.Record();
        var reader = recorded.Read(findings);
        reader.Key = name;
        if (recorded.HasKey("tags"))
        {
            var inner = new RawGroup(group) { Name = name, NameSpot = spot };
            GroupKeys.Table.Read(reader, new GroupReading(inner, this, entries));
            return;
        }
        var tag = new RawTag(group, spot) { Name = name, NameSpot = spot };
        TagKeys.Table.Read(reader, tag);
        entries.Add(tag);
    }

    private void ReadSource(
        string path,
        SourceLocation spot,
        SourceFile from,
        RawGroup group,
        List<RawEntry> entries,
        string? encoding = null
    ) => sources.Read(from.Resolve(path), spot, group, entries, encoding);
}
