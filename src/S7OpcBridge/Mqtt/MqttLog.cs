using Microsoft.Extensions.Logging;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Mqtt;

/// <summary>Log messages about brokers; event ids 370–389.</summary>
internal static partial class MqttLog
{
    /// <summary>
    /// Logs what happened between an entry and its broker. One reason for not being connected is logged once, however often it is tried again.
    /// </summary>
    /// <param name="before">The words of the last failure; null: it is connected.</param>
    public static void Log(ILogger logger, string entry, string broker, BrokerEvent happened, string? before)
    {
        switch (happened)
        {
            case BrokerConnected connected:
                Connected(logger, entry, broker, connected.Version == MqttVersion.V5 ? "5.0" : "3.1.1");
                break;
            case BrokerNotConnected failed when failed.Words != before:
                NotConnected(logger, entry, failed.Words);
                break;
            case BrokerRefusedTopic refused:
                Refused(logger, entry, refused.Words);
                break;
            case BrokerLacks lacks:
                Lacks(logger, entry, lacks.Words);
                break;
            case CommandRefused command:
                NoCommand(logger, entry, command.Topic, command.Words);
                break;
            case StaleTopicsCleared cleared:
                Cleared(logger, entry, cleared.Topics);
                break;
            case MessagesLost lost:
                Lost(logger, entry, lost.Values, lost.Messages, lost.Words);
                break;
            case JournalFailed journal:
                NoJournal(logger, entry, journal.Words);
                break;
            case JournalRecovered:
                JournalAgain(logger, entry);
                break;
        }
    }

    [LoggerMessage(370, LogLevel.Information, "MQTT {Entry}: connected to {Broker}, version {Version}.")]
    private static partial void Connected(ILogger logger, string entry, string broker, string version);

    [LoggerMessage(371, LogLevel.Warning, "MQTT {Entry}: not connected. {Words}")]
    private static partial void NotConnected(ILogger logger, string entry, string words);

    [LoggerMessage(372, LogLevel.Warning, "MQTT {Entry}: {Words}")]
    private static partial void Refused(ILogger logger, string entry, string words);

    [LoggerMessage(373, LogLevel.Information, "MQTT {Entry}: {Words}")]
    private static partial void Lacks(ILogger logger, string entry, string words);

    [LoggerMessage(374, LogLevel.Warning, "MQTT {Entry}: a command on {Topic} was refused: {Words}")]
    private static partial void NoCommand(ILogger logger, string entry, string topic, string words);

    [LoggerMessage(375, LogLevel.Information, "MQTT {Entry}: {Topics} retained messages that nothing stands for any more were deleted.")]
    private static partial void Cleared(ILogger logger, string entry, int topics);

    [LoggerMessage(376, LogLevel.Warning, "MQTT {Entry}: {Values} values in {Messages} messages were lost. {Words}")]
    private static partial void Lost(ILogger logger, string entry, long values, long messages, string words);

    [LoggerMessage(377, LogLevel.Error, "MQTT {Entry}: {Words}")]
    private static partial void NoJournal(ILogger logger, string entry, string words);

    [LoggerMessage(378, LogLevel.Information, "MQTT {Entry}: the journal of waiting messages can be used again.")]
    private static partial void JournalAgain(ILogger logger, string entry);
}
