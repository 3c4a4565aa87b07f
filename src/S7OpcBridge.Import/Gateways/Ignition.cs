using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Gateways;

/// <summary>Tags that Ignition exported as JSON: folders, OPC tags of its Siemens drivers, and instances of its UDTs with their parameters.</summary>
internal sealed partial class Ignition : SourceReader
{
    public override string Format => "Ignition tags (JSON)";

    public override bool Recognises(Source source) => source.Head.AsSpan().TrimStart() is ['{' or '[', ..]
        && source.Text.Contains("\"opcItemPath\"", StringComparison.Ordinal) && source.Text.Contains("\"tagType\"", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var root = JsonTree.Read(source);
        var types = new Dictionary<string, JsonTree>(StringComparer.Ordinal);
        Collect(root, "", types);
        foreach (var tag in root.Items.Count > 0 ? root.Items : root.Has("tagType") && root["tagType"].Text != "Provider" ? [root] : root["tags"].Items)
            Walk(tag, [], new Dictionary<string, string>(), types, draft, 0, cancellationToken);
    }

    private static void Collect(JsonTree node, string path, Dictionary<string, JsonTree> types)
    {
        foreach (var child in node.Items.Count > 0 ? node.Items : node["tags"].Items)
        {
            var name = path.Length == 0 ? child["name"].Text : $"{path}/{child["name"].Text}";
            if (child["tagType"].Text == "UdtType")
                types.TryAdd(name.StartsWith("_types_/", StringComparison.Ordinal) ? name[8..] : name, child);
            else if (child["tagType"].Text == "Folder")
                Collect(child, name, types);
        }
    }

    private static void Walk(
        JsonTree tag,
        IReadOnlyList<string> path,
        IReadOnlyDictionary<string, string> values,
        Dictionary<string, JsonTree> types,
        ImportDraft draft,
        int depth,
        CancellationToken cancellationToken
    )
    {
        cancellationToken.ThrowIfCancellationRequested();
        string[] inner = [.. path, tag["name"].Text];
        switch (tag["tagType"].Text)
        {
            case "UdtType":
                return;
            case "Folder" or "UdtInstance" when depth < ImportLimits.Depth / 4:
                var parameters = With(values, tag["parameters"], tag["name"].Text);
                var own = tag["tags"].Items;
                if (tag["tagType"].Text == "UdtInstance" && types.TryGetValue(tag["typeId"].Text, out var type))
                {
                    parameters = With(With(values, type["parameters"], tag["name"].Text), tag["parameters"], tag["name"].Text);
                    // An instance only names what it overrides.
                    own = type["tags"].Items;
                }
                foreach (var child in own)
                    Walk(child, inner, parameters, types, draft, depth + 1, cancellationToken);
                return;
            case "AtomicTag" or "":
                AddTag(tag, inner, values, draft);
                return;
            default:
                draft.LeaveOut(tag.Spot, string.Join('/', inner), $"a tag of the kind '{tag["tagType"].Text}' is not read");
                return;
        }
    }

    private static void AddTag(JsonTree tag, string[] path, IReadOnlyDictionary<string, string> values, ImportDraft draft)
    {
        var name = string.Join('/', path);
        if (tag["valueSource"].Text is not ("opc" or ""))
        {
            draft.Skip(tag.Spot, name, $"its value comes from '{tag["valueSource"].Text}' and lies in no PLC");
            return;
        }
        var item = tag["opcItemPath"];
        var text = Filled(item.Has("binding") ? item["binding"].Text : item.Text, values);
        if (Item().Match(text) is not { Success: true } parts)
        {
            draft.LeaveOut(tag.Spot, name, text.Length == 0 ? "it has no OPC item path" : $"'{text}' names no device and address, such as [Line1]DB5,INT10");
            return;
        }
        if (!GatewayAddress.TryNodeS7(parts.Groups[2].Value, out var address, out var type, out var details, out var fault))
        {
            draft.LeaveOut(tag.Spot, name, fault);
            return;
        }
        var scale =
            tag["scaleMode"].Text is "Linear" or "SquareRoot"
            && tag["rawLow"].Number is { } rawLow
            && tag["rawHigh"].Number is { } rawHigh
            && tag["scaledLow"].Number is { } low
            && tag["scaledHigh"].Number is { } high
            && rawLow != rawHigh
            && low != high
                ? new TagScale(rawLow, rawHigh, low, high)
                {
                    SquareRoot = tag["scaleMode"].Text == "SquareRoot",
                    Clamp = tag["clampMode"].Text is "Clamp_Both" or "Clamp_Low" or "Clamp_High",
                }
                : null;
        new GatewayTag(parts.Groups[1].Value, path, text, tag.Spot)
        {
            Access = tag["readOnly"].IsTrue ? TagAccess.Read : TagAccess.ReadWrite,
            Details = details with
            {
                Scale = scale,
                Unit = tag["engUnit"].Text is { Length: > 0 } unit ? unit : null,
                Range = tag["engLow"].Number is { } least && tag["engHigh"].Number is { } most && least < most ? new TagRange(least, most) : null,
                Description = tag["documentation"].Text is { Length: > 0 } words ? words : tag["tooltip"].Text is { Length: > 0 } tip ? tip : null,
            },
            NodeId = draft.Options.KeepNodeIds ? $"[{parts.Groups[1].Value}]{parts.Groups[2].Value}" : null,
        }.AddTo(draft, address, type);
    }

    private static Dictionary<string, string> With(IReadOnlyDictionary<string, string> outer, JsonTree parameters, string instance)
    {
        var all = new Dictionary<string, string>(outer, StringComparer.Ordinal) { ["InstanceName"] = instance };
        foreach (var (name, value) in parameters.Members)
            all[name] = Filled(value.Has("value") ? value["value"].Text : value.Text, outer);
        return all;
    }

    private static string Filled(string text, IReadOnlyDictionary<string, string> values) =>
        text.Length > ImportLimits.Text
            ? ""
            : Parameter()
                .Replace(text, match => values.TryGetValue(match.Groups[1].Value, out var value) && value.Length <= ImportLimits.Text ? value : match.Value);

    [GeneratedRegex(@"^(?:ns=\d+;s=)?\[([^\]]+)\](.+)$")]
    private static partial Regex Item();

    [GeneratedRegex(@"\{([^{}]+)\}")]
    private static partial Regex Parameter();
}
