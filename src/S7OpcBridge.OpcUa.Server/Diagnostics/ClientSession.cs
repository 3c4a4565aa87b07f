using System.Net;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>A session as the status page shows it. Immutable.</summary>
/// <param name="Name">The name that the client gave it.</param>
/// <param name="Application">The name of the client application; empty: it gave none.</param>
/// <param name="User">The user; null: anonymous, or not activated yet.</param>
/// <param name="Remote">Where it is connected from; null: it is not connected just now.</param>
/// <param name="Security">Policy and mode, as in <c>Basic256Sha256, SignAndEncrypt</c>.</param>
/// <param name="Created">When it was created, UTC.</param>
/// <param name="Silence">Time since its last request.</param>
public sealed record ClientSession(
    string Name,
    string Application,
    string? User,
    EndPoint? Remote,
    string Security,
    DateTimeOffset Created,
    TimeSpan Silence,
    IReadOnlyList<ClientSubscription> Subscriptions
);

/// <summary>A subscription as the status page shows it. Counts are since it was created.</summary>
/// <param name="Id">The subscription id.</param>
/// <param name="PublishingInterval">Time between two publications.</param>
/// <param name="IsEnabled">False: the client has switched it off.</param>
/// <param name="Items">Monitored items.</param>
/// <param name="Notifications">Notifications sent.</param>
/// <param name="Late">Publications that waited because the client had sent no Publish request.</param>
/// <param name="Overflows">Values that were overwritten in the queue of an item before they were sent.</param>
public sealed record ClientSubscription(
    uint Id,
    TimeSpan PublishingInterval,
    bool IsEnabled,
    uint Items,
    uint Notifications,
    uint Late,
    uint Overflows
);
