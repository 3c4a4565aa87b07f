namespace S7OpcBridge.Cluster.Calls;

/// <summary>Answers the ping of another node's silo.</summary>
internal delegate PingAnswer PingHandler(SiloAddress asker);
