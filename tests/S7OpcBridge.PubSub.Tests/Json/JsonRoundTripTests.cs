using System.Buffers;
using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Json;
using S7OpcBridge.PubSub.Tests.Datasets;

namespace S7OpcBridge.PubSub.Tests.Json;

/// <summary>What is written is what a reader with the metadata reads, whatever the values are.</summary>
internal sealed class JsonRoundTripTests
{
    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Values_come_back(int seed)
    {
        var (dataSet, samples, payload) = Written(seed, FieldForm.Values);
        foreach (var sample in samples)
        {
            var json = payload.GetProperty(dataSet.Fields[sample.Field].Name);
            if (sample.Status.IsBad)
                Assert.That(json.GetProperty("Code").GetUInt32(), Is.EqualTo(sample.Status.Value));
            else
                Expect(dataSet.Fields[sample.Field], sample, json);
        }
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Values_with_status_come_back(int seed)
    {
        var (dataSet, samples, payload) = Written(seed, FieldForm.Typed);
        foreach (var sample in samples)
        {
            var field = dataSet.Fields[sample.Field];
            var json = payload.GetProperty(field.Name);
            var status = json.TryGetProperty("Status", out var code) ? code.GetProperty("Code").GetUInt32() : 0;
            Assert.That(status, Is.EqualTo(sample.Status.Value));
            Assert.That(UaTime.FromTicks(json.GetProperty("SourceTimestamp").GetDateTime().Ticks), Is.EqualTo(sample.SourceTime));
            if (sample.Status.IsBad)
            {
                Assert.That(json.TryGetProperty("Value", out _), Is.False);
                continue;
            }

            Assert.That(json.GetProperty("UaType").GetInt32(), Is.EqualTo((int)field.Type));
            if (json.TryGetProperty("Value", out var value))
                Expect(field, sample, value);
            else
                Assert.That(sample.Value.Reference, Is.Null);
        }
    }

    private static void Expect(PublishedField field, FieldSample sample, JsonElement json)
    {
        var read = JsonValues.Read(json, field.Type, field.IsArray);
        Assert.That(
            SameValue.Are(read, sample.Value),
            Is.True,
            () => $"{field.Type}: {json} is not {sample.Value.Bits} or {sample.Value.Reference}"
        );
    }

    private static (PublishedDataSet DataSet, FieldSample[] Samples, JsonElement Payload) Written(int seed, FieldForm form)
    {
        var random = new RandomSamples(seed);
        var dataSet = random.DataSet();
        var samples = random.Samples(dataSet);
        using var messages = new JsonDataSetMessages(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>();
        messages.Write(output, dataSet, new Frame(FrameKind.Key, 1, Sample.Moment), samples, form);
        return (dataSet, samples, JsonDocument.Parse(output.WrittenMemory).RootElement.GetProperty("Payload"));
    }
}
