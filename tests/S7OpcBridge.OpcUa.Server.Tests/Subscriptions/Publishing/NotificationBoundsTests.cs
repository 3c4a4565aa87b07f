using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Publishing;

/// <summary>Notifications are stored without a check of each store in an optimised build: here with room of every length, and with the checks on.</summary>
public class NotificationBoundsTests
{
    private const byte Untouched = 0xA5;
    private const int Largest = 4 + 1 + 1 + 8 + 4 + 8 + 8;

    [Test]
    public void A_notification_is_not_begun_where_it_might_not_fit([Range(0, Largest - 1)] int length)
    {
        var bytes = Filled(length);
        Assert.That(
            () => DataNotifications.FormatPlain(bytes, new MonitoredItem { ClientHandle = 1 }),
            Throws.InstanceOf<ArgumentOutOfRangeException>()
        );
        Assert.That(bytes.AsSpan().ContainsAnyExcept(Untouched), Is.False);
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public void A_notification_is_the_handle_and_the_value_and_touches_nothing_beyond_its_room(
        byte type,
        long bits,
        uint status,
        long source,
        long server,
        byte modes
    )
    {
        var types = (BuiltInType[])[.. Enumerable.Range(0, 12).Select(i => (BuiltInType)i), BuiltInType.DateTime, BuiltInType.StatusCode];
        var item = new MonitoredItem
        {
            ClientHandle = status ^ 0x55555555,
            Type = types[type % types.Length],
            Bits = type % types.Length == 12 ? UaTime.Clamp(bits) : bits,
            Status = status,
            SourceTime = UaTime.Clamp(source),
            ServerTime = UaTime.Clamp(server),
            Modes = new ItemModes(MonitoringMode.Reporting, DataChangeTrigger.StatusValue, (TimestampsToReturn)(modes % 4)),
        };
        var room = Filled(Largest + 64);
        var written = DataNotifications.FormatPlain(room, item);
        Assert.That(room.AsSpan(Largest).ContainsAnyExcept(Untouched), Is.False);

        var reader = new UaReader(room.AsSpan(0, written), EncodingLimits.Default);
        Assert.That(reader.ReadUInt32(), Is.EqualTo(item.ClientHandle));
        var value = reader.ReadDataValue();
        Assert.That(reader.Remaining, Is.Zero);
        Assert.That((value.Value.Type, value.Status.Value), Is.EqualTo((item.Type, item.Status)));
        Assert.That(value.SourceTime, Is.EqualTo(modes % 4 is 0 or 2 ? item.SourceTime : 0));
        Assert.That(value.ServerTime, Is.EqualTo(modes % 4 is 1 or 2 ? item.ServerTime : 0));
    }

    private static byte[] Filled(int length)
    {
        var bytes = new byte[length];
        bytes.AsSpan().Fill(Untouched);
        return bytes;
    }
}
