namespace S7OpcBridge.PubSub.Broker;

/// <summary>What a link has done since its start. Counted under the locks of those who do it, or one at a time.</summary>
internal sealed class LinkCounters
{
    public long Messages;
    public long Values;
    public long Bytes;
    public long Connects;
    public long Refused;
    public long Commands;
    public long RefusedCommands;
    public long UnknownAcknowledgements;
}
