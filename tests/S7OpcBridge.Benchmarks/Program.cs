using S7OpcBridge.Benchmarks;

return await BenchmarkLine.RunAsync(args);
