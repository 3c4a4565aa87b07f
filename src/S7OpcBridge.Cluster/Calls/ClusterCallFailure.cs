namespace S7OpcBridge.Cluster;

/// <summary>Why a request to another node brought no answer.</summary>
public enum ClusterCallFailure
{
    /// <summary>The node is no member of this node's view: nothing was sent.</summary>
    NodeGone,

    /// <summary>No answer in time, or the node went while it was asked: the request may have been executed. Repeat it only if that does no harm.</summary>
    OutcomeUnknown,

    /// <summary>The node's handler refused: the request was not executed.</summary>
    Refused,
}
