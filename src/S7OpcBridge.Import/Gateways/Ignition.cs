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

    public override bool Recognises(Source source) =>
        source.Head.AsSpan().TrimStart() is ['{' or '[', ..]
        && source.Text.Contains("\"opcItemPath\"", StringComparison.Ordinal)
        && source.Text.Contains("\"tagType\"", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var root = JsonTree.Read(source);
        var walk = new Walk(draft, new IgnitionTypes(root), cancellationToken);
        foreach (
            var tag in root.Items.Count > 0 ? root.Items
            : root.Has("tagType") && root["tagType"].Text != "Provider" ? [root]
            : root["tags"].Items
        )
            walk.Visit(tag, [], new Dictionary<string, string>(), 0);
    }

    private sealed class Walk(ImportDraft draft, IgnitionTypes types, CancellationToken cancellationToken)
    {
        private const int MostInstances = 100_000;

        private int _count;

        public void Visit(JsonTree tag, IReadOnlyList<string> path, IReadOnlyDictionary<string, string> values, int depth)
        {
            cancellationToken.ThrowIfCancellationRequested();
            string[] inner = [.. path, tag["name"].Text];
            switch (tag["tagType"].Text)
            {
                case "UdtType":
                    return;
                case "Folder" or "UdtInstance" when depth >= ImportLimits.Depth / 4:
                    draft.LeaveOut(tag.Spot, string.Join('/', inner), "it is nested too deep, or its type contains itself");
                    return;
                case "Folder" or "UdtInstance":
                    // Types that contain others several times multiply.
                    if (++_count > MostInstances)
                        throw new ImportException(
                            tag.Spot,
                            $"there are more than {MostInstances:N0} folders and instances of UDTs; export fewer at once"
                        );
                    var whole = types.Complete(tag);
                    var parameters = With(values, whole["parameters"], tag["name"].Text);
                    foreach (var child in whole["tags"].Items)
                        Visit(child, inner, parameters, depth + 1);
                    return;
                case "AtomicTag" or "":
                    AddTag(tag, inner, values, draft);
                    return;
                default:
                    draft.LeaveOut(tag.Spot, string.Join('/', inner), $"a tag of the kind '{tag["tagType"].Text}' is not read");
                    return;
            }
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
        if (tag["enabled"].Text is "false" or "False")
        {
            draft.Skip(tag.Spot, name, "it is switched off in Ignition");
            return;
        }
        var item = tag["opcItemPath"];
        var text = Filled(item.Has("binding") ? item["binding"].Text : item.Text, values);
        if (Item().Match(text) is not { Success: true } parts)
        {
            draft.LeaveOut(
                tag.Spot,
                name,
                text.Length == 0 ? "it has no OPC item path" : $"'{text}' names no device and address, such as [Line1]DB5,INT10"
            );
            return;
        }
        if (!GatewayAddress.TryNodeS7(parts.Groups[2].Value, out var address, out var type, out var details, out var fault))
        {
            draft.LeaveOut(tag.Spot, name, fault);
            return;
        }
        new GatewayTag(parts.Groups[1].Value, path, text, tag.Spot)
        {
            Access = tag["readOnly"].IsTrue ? TagAccess.Read : TagAccess.ReadWrite,
            Details = details with
            {
                Scale = ScaleOf(tag),
                Unit = tag["engUnit"].Text is { Length: > 0 } unit ? unit : null,
                Range = RangeOf(tag),
                Description =
                    tag["documentation"].Text is { Length: > 0 } words ? words
                    : tag["tooltip"].Text is { Length: > 0 } tip ? tip
                    : null,
            },
            NodeId = draft.Options.KeepNodeIds ? $"[{parts.Groups[1].Value}]{parts.Groups[2].Value}" : null,
        }.AddTo(draft, address, type);
    }

    // An export leaves out what has its default: 0 and 10 for raw and for scaled values.
    private static TagScale? ScaleOf(JsonTree tag)
    {
        var (rawLow, rawHigh) = (tag["rawLow"].Number ?? 0, tag["rawHigh"].Number ?? 10);
        var (low, high) = (tag["scaledLow"].Number ?? 0, tag["scaledHigh"].Number ?? 10);
        return tag["scaleMode"].Text is "Linear" or "SquareRoot" && rawLow != rawHigh && low != high
            ? new TagScale(rawLow, rawHigh, low, high)
            {
                SquareRoot = tag["scaleMode"].Text == "SquareRoot",
                Clamp = tag["clampMode"].Text is "Clamp_Both" or "Clamp_Low" or "Clamp_High",
            }
            : null;
    }

    // The same for 0 and 100.
    private static TagRange? RangeOf(JsonTree tag)
    {
        var (low, high) = (tag["engLow"].Number, tag["engHigh"].Number);
        return (low ?? high) is not null && (low ?? 0) < (high ?? 100) ? new TagRange(low ?? 0, high ?? 100) : null;
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
                .Replace(
                    text,
                    match =>
                        values.TryGetValue(match.Groups[1].Value, out var value) && value.Length <= ImportLimits.Text ? value : match.Value
                );

    [GeneratedRegex(@"^(?:ns=\d+;s=)?\[([^\]]+)\](.+)$")]
    private static partial Regex Item();

    [GeneratedRegex(@"\{([^{}]+)\}")]
    private static partial Regex Parameter();
}
