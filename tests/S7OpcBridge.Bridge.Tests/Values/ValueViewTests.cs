using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Scales, states and analog faults as an OPC UA client sees them.</summary>
[CancelAfter(60_000)]
public sealed class ValueViewTests
{
    [Test]
    public async Task A_scaled_tag_is_a_Double_and_takes_one_and_a_broken_sensor_is_BadSensorFailure(CancellationToken token)
    {
        var details = new TagDetails
        {
            Scale = new TagScale(0, 27648, 0, 100),
            AnalogFaults = true,
            Limits = new TagRange(0, 90),
        };
        await using var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Tag("Level", "DB1.DBW0", "Int", details),
            token
        );
        plant.Poke(0, 0x36, 0x00);
        await plant.UntilAsync(
            "Level",
            read => read.Value.Type == BuiltInType.Double && BitConverter.Int64BitsToDouble(read.Value.Bits) == 50,
            token
        );

        Assert.That(
            await plant.WriteAsync(token, ("Level", Variant.From(25.0)), ("Level", Variant.From(90.1))),
            Is.EqualTo(new[] { "Good", "BadOutOfRange" })
        );
        Assert.That(plant.Peek(0, 2), Is.EqualTo(new byte[] { 0x1B, 0x00 }));

        plant.Poke(0, 0x7F, 0xFF);
        var broken = await plant.UntilAsync("Level", StatusCodes.BadSensorFailure, token);
        Assert.That(broken.Value.IsNull, Is.True);
    }

    [Test]
    public async Task The_text_of_a_state_is_read_and_subscribed_like_its_number(CancellationToken token)
    {
        var details = new TagDetails { States = new TagStates([new(0, "Off"), new(1, "On")]) };
        await using var plant = await ServedPlant.StartAsync(tags => tags.Class("fast", 20).Tag("Mode", "DB1.DBW0", "Int", details), token);
        await plant.UntilAsync("Mode/ValueAsText", read => Equals(read.Value.Reference, new LocalizedText("Off")), token);
        var watcher = await Watcher.SubscribeAsync(plant.Client, 20, token, ServedPlant.Node("Mode/ValueAsText"));

        Assert.That(
            await plant.WriteAsync(token, ("Mode", Variant.From((short)7)), ("Mode", Variant.From((short)1))),
            Is.EqualTo(new[] { "BadOutOfRange", "Good" })
        );

        await watcher.UntilAsync(() => watcher.Of(0) is [.., var last] && Equals(last.Value.Reference, new LocalizedText("On")), token);
    }
}
