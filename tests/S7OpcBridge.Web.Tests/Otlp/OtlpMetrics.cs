using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.Web.Tests;

/// <summary>
/// An ExportMetricsServiceRequest as protobuf has it (opentelemetry/proto/metrics/v1): request 1 → resource metrics 2 → scope metrics 2 → metric, which has its
/// name in 1, a gauge in 5 or a sum in 7, with data points in 1: attributes in 7, the number in 4.
/// </summary>
internal sealed class OtlpMetrics
{
    /// <summary>Figures by series, written as in <c>name{plc=Line1}</c>, attributes in the order of their names.</summary>
    public Dictionary<string, double> Values { get; } = [];

    /// <summary>Names of the metrics that only rise, and are sums since the start.</summary>
    public HashSet<string> Counters { get; } = [];

    /// <summary>Who sends it.</summary>
    public Dictionary<string, string> Resource { get; } = [];

    public static OtlpMetrics Parse(byte[] request)
    {
        var all = new OtlpMetrics();
        foreach (var of in Fields(request, 1))
        {
            foreach (var attribute in Fields(of, 1).SelectMany(resource => Fields(resource, 1)))
                all.Resource.Add(Text(attribute, 1), Text(Fields(attribute, 2).Single(), 1));
            foreach (var metric in Fields(of, 2).SelectMany(scope => Fields(scope, 2)))
                all.Add(metric);
        }
        return all;
    }

    private void Add(byte[] metric)
    {
        var name = Text(metric, 1);
        var sum = Fields(metric, 7).SingleOrDefault();
        if (sum is not null && Numbers(sum, 2).Single() == 2 && Numbers(sum, 3).SingleOrDefault() == 1)
            Counters.Add(name);
        foreach (var point in Fields(sum ?? Fields(metric, 5).Single(), 1))
        {
            var attributes = Fields(point, 7)
                .Select(attribute => $"{Text(attribute, 1)}={Text(Fields(attribute, 2).Single(), 1)}")
                .Order()
                .ToArray();
            Values.Add(
                attributes.Length == 0 ? name : $"{name}{{{string.Join(',', attributes)}}}",
                BinaryPrimitives.ReadDoubleLittleEndian(Fields(point, 4).Single())
            );
        }
    }

    private static string Text(byte[] message, int field) => Encoding.UTF8.GetString(Fields(message, field).Single());

    private static IEnumerable<byte[]> Fields(byte[] message, int field) =>
        All(message).Where(each => each.Field == field && each.Bytes is not null).Select(each => each.Bytes!);

    private static IEnumerable<ulong> Numbers(byte[] message, int field) =>
        All(message).Where(each => each.Field == field && each.Bytes is null).Select(each => each.Number);

    private static List<(int Field, ulong Number, byte[]? Bytes)> All(byte[] message)
    {
        var all = new List<(int, ulong, byte[]?)>();
        for (var at = 0; at < message.Length; )
        {
            var key = Varint(message, ref at);
            var length = (key & 7) switch
            {
                0 => -1,
                1 => 8,
                2 => (int)Varint(message, ref at),
                5 => 4,
                var type => throw new InvalidDataException($"wire type {type}"),
            };
            if (length < 0)
            {
                all.Add(((int)(key >> 3), Varint(message, ref at), null));
                continue;
            }
            all.Add(((int)(key >> 3), 0, message[at..(at + length)]));
            at += length;
        }
        return all;
    }

    private static ulong Varint(byte[] message, ref int at)
    {
        ulong value = 0;
        for (var shift = 0; ; shift += 7)
        {
            var next = message[at++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
        }
    }
}
