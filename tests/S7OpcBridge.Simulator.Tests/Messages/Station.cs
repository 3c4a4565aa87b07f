using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests.Messages;

/// <summary>The client of this repository at a soft PLC.</summary>
internal static class Station
{
    public const S7MessageKinds All =
        S7MessageKinds.Mode | S7MessageKinds.System | S7MessageKinds.User | S7MessageKinds.AlarmS | S7MessageKinds.Alarm8;

    public static Task<S7Connection> ConnectAsync(SoftPlc plc, CancellationToken cancel) => ConnectAsync(plc.Port, cancel);

    public static Task<S7Connection> ConnectAsync(int port, CancellationToken cancel) =>
        S7Connection.ConnectAsync(
            new S7ConnectionOptions
            {
                Host = "127.0.0.1",
                Port = port,
                Timeout = TimeSpan.FromSeconds(20),
            },
            TimeProvider.System,
            cancel
        );

    /// <summary>The next message, which must be of this type.</summary>
    public static async Task<T> NextAsync<T>(this S7MessageSubscription subscription, CancellationToken cancel)
        where T : S7Message
    {
        var message = await subscription.ReceiveAsync(cancel);
        Assert.That(message, Is.TypeOf<T>());
        return (T)message!;
    }

    public static async Task<S7AlarmChange> NextAlarmAsync(this S7MessageSubscription subscription, CancellationToken cancel) =>
        (await subscription.NextAsync<S7AlarmMessage>(cancel)).Alarms.Single();

    public static Task<IReadOnlyList<S7PendingAlarm>> PendingAsync(
        this S7Connection connection,
        S7MessageKinds kind,
        CancellationToken cancel
    ) => connection.Messages.ReadPendingAsync(kind, cancel);
}
