using System.Globalization;
using System.Text;
using S7OpcBridge.Import.Lists;

namespace S7OpcBridge.Import.Writing;

/// <summary>Writes the tags of one PLC as readable YAML: folders as groups, what is there several times as a template, what is common once.</summary>
internal sealed class TagsWriter(StringBuilder text, TagText tags, ScanNames scans, TemplateNames templates)
{
    // The map nests 32 levels of groups; the rest of a path goes into the name.
    private const int MostLevels = 20,
        WidestLine = 140;

    /// <summary>Writes what is below a folder.</summary>
    /// <param name="indent">Blanks before each line.</param>
    /// <param name="context">What stands around it.</param>
    /// <param name="level">Folders above it.</param>
    public void Write(TagNode folder, string indent, TagContext context, int level = 0)
    {
        var repeats = context.InTemplate ? [] : Repeats.Among(folder.Children);
        if (level >= MostLevels)
            WriteFlat(folder, indent, context);
        else if (repeats.Count > 0)
            WriteList(folder, repeats, indent, context, level);
        else
            WriteNames(folder, indent, context, level);
    }

    private void WriteNames(TagNode folder, string indent, in TagContext context, int level)
    {
        foreach (var child in folder.Children)
        {
            var name = YamlText.Key(TagText.Filled(child.Name, context));
            if (child.Tag is { } tag)
            {
                text.Append(indent).Append(name).Append(": ").Append(tags.Named(tag, context)).Append('\n');
                continue;
            }
            text.Append(indent).Append(name).Append(":\n");
            WriteGroup(child, indent + "  ", context, level);
        }
    }

    private void WriteList(TagNode folder, Dictionary<TagNode, List<TagNode>> repeats, string indent, in TagContext context, int level)
    {
        var written = repeats.Values.SelectMany(equal => equal).ToHashSet();
        foreach (var child in folder.Children)
        {
            if (repeats.TryGetValue(child, out var equal))
                WriteUse(equal, indent, context);
            else if (child.Tag is { } tag)
                text.Append(indent).Append("- ").Append(tags.Listed(tag, child.Name, context)).Append('\n');
            else if (!written.Contains(child))
            {
                text.Append(indent).Append("- group: ").Append(YamlText.Scalar(child.Name)).Append('\n');
                WriteGroup(child, indent + "  ", context, level);
            }
        }
    }

    private void WriteUse(List<TagNode> equal, string indent, in TagContext context)
    {
        var first = equal[0];
        text.Append(indent).Append("- use: ").Append(templates.Assign(first, context)).Append('\n');
        text.Append(indent).Append("  name: '{where}'\n");
        text.Append(indent).Append("  for:\n");
        WriteValues("where", [.. equal.Select(node => YamlText.InFlow(node.Name))], indent);
        WriteValues("db", SeriesOf([.. equal.Select(node => node.Db)]), indent);
        if (equal.Any(node => node.Start > 0))
            WriteValues("offset", SeriesOf([.. equal.Select(node => node.Start)]), indent);
    }

    private void WriteValues(string key, IReadOnlyList<string> values, string indent)
    {
        text.Append(indent).Append("    ").Append(key).Append(": ");
        if (values.Count == 1)
        {
            text.Append(values[0]).Append('\n');
            return;
        }
        var width = 0;
        text.Append('[');
        for (var i = 0; i < values.Count; i++)
        {
            if (i > 0)
                text.Append(", ");
            if (width > WidestLine - indent.Length)
            {
                text.Append('\n').Append(indent).Append("      ");
                width = 0;
            }
            text.Append(values[i]);
            width += values[i].Length + 2;
        }
        text.Append("]\n");
    }

    // 1..40, 0..42 step 6, one number for all, or the numbers.
    private static string[] SeriesOf(int[] numbers)
    {
        if (numbers.All(number => number == numbers[0]))
            return [numbers[0].ToString(CultureInfo.InvariantCulture)];
        var step = numbers[1] - numbers[0];
        if (numbers.Length > 2 && step > 0 && Enumerable.Range(1, numbers.Length - 1).All(i => numbers[i] - numbers[i - 1] == step))
            return [$"{numbers[0]}..{numbers[^1]}{(step == 1 ? "" : $" step {step}")}"];
        return [.. numbers.Select(number => number.ToString(CultureInfo.InvariantCulture))];
    }

    private void WriteGroup(TagNode group, string indent, TagContext context, int level)
    {
        if (!context.InTemplate && group.Db > 0 && group.Db != context.Db)
        {
            text.Append(indent).Append(CultureInfo.InvariantCulture, $"db: {group.Db}\n");
            context = context with { Db = group.Db, Start = 0 };
        }
        WriteCommon(group, indent, ref context);
        text.Append(indent).Append("tags:\n");
        Write(group, indent + "  ", context, level + 1);
    }

    private void WriteCommon(TagNode group, string indent, ref TagContext context)
    {
        if (group.Rate is { } rate && scans.ForRate(rate) is var scan && scan != context.Scan)
        {
            text.Append(indent).Append($"scan: {YamlText.Scalar(scan)}\n");
            context = context with { Scan = scan };
        }
        if (group.Access is { } access && access != context.Access)
        {
            text.Append(indent).Append($"access: {TagText.AccessWord(access)}\n");
            context = context with { Access = access };
        }
    }

    private void WriteFlat(TagNode folder, string indent, in TagContext context)
    {
        foreach (var (path, tag) in Paths(folder, ""))
            text.Append(indent)
                .Append(YamlText.Key(TagText.Filled(path, context)))
                .Append(": ")
                .Append(tags.Named(tag, context))
                .Append('\n');
    }

    private static IEnumerable<(string Path, PlantTag Tag)> Paths(TagNode node, string prefix) =>
        node.Children.SelectMany(child => child.Tag is { } tag ? [(prefix + child.Name, tag)] : Paths(child, $"{prefix}{child.Name}/"));
}
