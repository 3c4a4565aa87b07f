namespace S7OpcBridge.Cluster;

/// <summary>A request to another node brought no answer.</summary>
public sealed class ClusterCallException : Exception
{
    /// <summary>Makes the exception with a sentence.</summary>
    /// <param name="failure">The kind of failure.</param>
    /// <param name="message">What, where and why, for a log.</param>
    /// <param name="innerException">What Orleans said, where it did.</param>
    public ClusterCallException(ClusterCallFailure failure, string message, Exception? innerException = null)
        : base(message, innerException) => Failure = failure;

    /// <summary>What is known about the request.</summary>
    public ClusterCallFailure Failure { get; }
}
