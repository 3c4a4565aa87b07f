using System.Buffers;
using System.Text;
using System.Text.Json;
using S7OpcBridge.EndToEnd.Tests;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Json;
using S7OpcBridge.PubSub.Tests.Datasets;

namespace S7OpcBridge.PubSub.Tests.Json;

/// <summary>
/// A reader that nobody here wrote: the decoder of node-opcua-json. It needs the type in each value, so it is given variants and typed fields. Where it differs
/// from the standard (dimensions of a matrix, <c>Status</c> of a data value and bare values are not read) the test says so.
/// </summary>
internal sealed class NodeOpcUaJsonTests
{
    private static readonly long Moment = UaTime.FromTicks(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).Ticks) + 1_200_000;

    private static readonly (Variant Value, string Read)[] Cases =
    [
        (Variant.From(true), """{"type":1,"array":false,"value":true}"""),
        (Variant.From(-5), """{"type":6,"array":false,"value":-5}"""),
        (Variant.From(9007199254740993), """{"type":8,"array":false,"value":[2097152,1]}"""),
        (Variant.From(-2L), """{"type":8,"array":false,"value":[4294967295,4294967294]}"""),
        (Variant.From(ulong.MaxValue), """{"type":9,"array":false,"value":[4294967295,4294967295]}"""),
        (Variant.From(0.1f), """{"type":10,"array":false,"value":0.1}"""),
        (Variant.From(float.NaN), """{"type":10,"array":false,"value":"NaN"}"""),
        (Variant.From(double.NegativeInfinity), """{"type":11,"array":false,"value":"-Infinity"}"""),
        (Variant.From(-0.0), """{"type":11,"array":false,"value":"-0"}"""),
        (Variant.From((string?)null), """{"type":12,"array":false,"value":null}"""),
        (Variant.From("20 °C \"<&>'+\n"), """{"type":12,"array":false,"value":"20 °C \"<&>'+\n"}"""),
        (Variant.FromDateTime(Moment), """{"type":13,"array":false,"value":"2026-01-02T03:04:05.120Z"}"""),
        (Variant.FromDateTime(0), """{"type":13,"array":false,"value":"0001-01-01T00:00:00.000Z"}"""),
        (
            Variant.From(new Guid("09087e75-8e5e-499b-954f-f2a9603db28a")),
            """{"type":14,"array":false,"value":"09087e75-8e5e-499b-954f-f2a9603db28a"}"""
        ),
        (Variant.FromByteString([0, 1, 2]), """{"type":15,"array":false,"value":"AAEC"}"""),
        (Variant.FromArray(BuiltInType.Byte, new byte[] { 0, 1, 2 }), """{"type":3,"array":true,"value":[0,1,2]}"""),
        (Variant.From(new NodeId(2, "Motor/Speed")), """{"type":17,"array":false,"value":"ns=2;s=Motor/Speed"}"""),
        (Variant.From(new NodeId(0, 2258)), """{"type":17,"array":false,"value":"ns=0;i=2258"}"""),
        (Variant.From(new QualifiedName(2, "Pump")), """{"type":20,"array":false,"value":{"namespaceIndex":2,"name":"Pump"}}"""),
        (Variant.From(new LocalizedText("Pumpe", "de")), """{"type":21,"array":false,"value":{"locale":"de","text":"Pumpe"}}"""),
        (
            Variant.FromStatusCode(StatusCodes.BadNoCommunication),
            """{"type":19,"array":false,"value":{"code":2150694912,"name":"BadNoCommunication"}}"""
        ),
        (Variant.FromStatusCode(0), """{"type":19,"array":false,"value":{"code":0,"name":"Good"}}"""),
        (Variant.FromArray(BuiltInType.Int64, new[] { 1L }), """{"type":8,"array":true,"value":[[0,1]]}"""),
        (Variant.FromArray(BuiltInType.Double, new[] { 0.1, double.NaN }), """{"type":11,"array":true,"value":[0.1,"NaN"]}"""),
        (Variant.FromArray(BuiltInType.String, new[] { "a", null }), """{"type":12,"array":true,"value":["a",null]}"""),
        (
            Variant.FromArray(BuiltInType.Variant, new[] { Variant.From(7), default }),
            """{"type":24,"array":true,"value":[{"type":6,"value":7},{"type":0,"value":null}]}"""
        ),
        (default, """{"type":0,"array":false,"value":null}"""),
        // Its own name for the dimensions is UaDimensions: it reads the elements of a matrix as an array.
        (new Variant(BuiltInType.Int32, 0, new[] { 1, 2, 3, 4 }, isArray: true, [2, 2]), """{"type":6,"array":true,"value":[1,2,3,4]}"""),
    ];

    [Test]
    [CancelAfter(300_000)]
    public async Task It_reads_every_type_of_value(CancellationToken cancellationToken)
    {
        var read = await ReadAsync([.. Cases.Select(c => WrittenJson.Full(c.Value))], cancellationToken);
        Assert.Multiple(() =>
        {
            for (var i = 0; i < Cases.Length; i++)
                Assert.That(
                    JsonElement.DeepEquals(read[i], JsonDocument.Parse(Cases[i].Read).RootElement),
                    Is.True,
                    $"{Cases[i].Read} is not {read[i]}"
                );
        });
    }

    [Test]
    [CancelAfter(300_000)]
    public async Task It_reads_typed_fields_of_a_dataset_and_none_of_the_other_forms(CancellationToken cancellationToken)
    {
        var typed = Field(FieldForm.Typed);
        var read = await ReadAsync([typed, Field(FieldForm.ValuesAndStatus)], cancellationToken);
        Assert.That(read[0].GetProperty("value").GetDouble(), Is.EqualTo(1450.5));
        Assert.That(read[1].GetProperty("value").ValueKind, Is.EqualTo(JsonValueKind.Null), "it knows no metadata");
    }

    private static string Field(FieldForm form)
    {
        using var messages = new JsonDataSetMessages(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>();
        var dataSet = Sample.DataSet(Sample.Field("Speed", BuiltInType.Float));
        messages.Write(output, dataSet, new Frame(FrameKind.Key, 1, Moment), [Sample.Good(0, Variant.From(1450.5f))], form);
        return JsonDocument.Parse(output.WrittenMemory).RootElement.GetProperty("Payload").GetProperty("Speed").GetRawText();
    }

    private static async Task<JsonElement[]> ReadAsync(string[] lines, CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-json");
        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllLinesAsync(file, lines, new UTF8Encoding(false), cancellationToken);
            var result = await Interop.RunAsync("ua-json.js", cancellationToken, [file, .. WrittenJson.Namespaces]);
            return [.. result.EnumerateArray()];
        }
        finally
        {
            File.Delete(file);
        }
    }
}
