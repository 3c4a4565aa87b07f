using System.Globalization;
using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>How much a map may hold.</summary>
public sealed class LimitTests
{
    private const int PerPlc = 1024,
        Most = TagMap.MaxPlcsAndScanGroups;

    [Test, CancelAfter(60_000)]
    public void A_scan_class_too_many_is_one_finding_at_its_place()
    {
        var (map, findings) = MapText.Load(WithClasses(Most + 3));
        Assert.That(map, Is.Null);
        var line = 2 + 5 * (Most / PerPlc + 1); // the fifth line of a PLC has its classes
        var told = findings.Single(f => f.Contains(": error: "));
        Assert.That(
            told,
            Does.StartWith($"map.yaml:{line}:")
                .And.Contains(
                    $"error: the scan class 'c{Most}' is one too many: a map has at most 32767 for all PLCs together; use the same classes"
                )
        );
    }

    [Test, CancelAfter(60_000)]
    public void As_many_scan_classes_as_there_may_be_are_taken()
    {
        var (map, findings) = MapText.Load(WithClasses(Most));
        Assert.That(findings.Where(f => f.Contains(": error: ")), Is.Empty);
        Assert.That(map!.Tags.Tags[^1].ScanGroup, Is.EqualTo(Most - 1));
    }

    [Test, CancelAfter(60_000)]
    public void A_PLC_too_many_is_one_finding_at_its_place()
    {
        var text = new StringBuilder("server: { anonymous: read, security: [None] }\nplcs:\n");
        for (var plc = 0; plc <= Most + 2; plc++)
            text.Append(CultureInfo.InvariantCulture, $"  - {{ name: P{plc}, host: 10.0.0.1, profile: s7-1500, tags: [] }}\n");
        var (map, findings) = MapText.Load(text.ToString());
        Assert.That(map, Is.Null);
        Assert.That(
            findings.Where(f => f.Contains(": error: ")),
            Is.EqualTo(new[] { $"map.yaml:{Most + 3}:5: error: too many PLCs: a map has at most 32767; spread them over several bridges" })
        );
    }

    // Each PLC has a tag in its last class.
    private static string WithClasses(int classes)
    {
        var text = new StringBuilder("server: { anonymous: read, security: [None] }\nplcs:\n");
        for (var first = 0; first < classes; first += PerPlc)
        {
            var end = Math.Min(classes, first + PerPlc);
            text.Append(CultureInfo.InvariantCulture, $"  - name: P{first}\n    host: 10.0.0.1\n    profile: s7-1500\n");
            text.Append(
                CultureInfo.InvariantCulture,
                $"    tags: [{{ name: A, address: MW0, type: Int, scan: c{end - 1} }}]\n    scan: {{"
            );
            for (var i = first; i < end; i++)
                text.Append(CultureInfo.InvariantCulture, $"{(i == first ? "" : ",")} c{i}: 1s");
            text.Append(" }\n");
        }
        return text.ToString();
    }
}
